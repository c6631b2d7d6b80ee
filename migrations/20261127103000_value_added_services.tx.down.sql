DROP TABLE line_services;
DROP TABLE services;
DROP TABLE service_categories;
