DROP TABLE zatca_devices;
