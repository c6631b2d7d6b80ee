DROP TABLE port_outs;
