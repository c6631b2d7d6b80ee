DROP INDEX number_returns_by_age;
