DROP TABLE line_setting_changes;
DROP TABLE line_settings;
