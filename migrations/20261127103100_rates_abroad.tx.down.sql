DROP TABLE roaming_operators;
DROP TABLE countries;
