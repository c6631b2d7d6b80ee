DROP TABLE shipment_scans;
DROP TABLE shipments;
