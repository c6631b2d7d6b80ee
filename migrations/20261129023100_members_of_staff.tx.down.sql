DROP INDEX users_of_staff;
