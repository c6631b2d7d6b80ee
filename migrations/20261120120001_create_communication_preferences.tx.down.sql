DROP TABLE communication_preferences;
