DROP TABLE einvoices;
DROP FUNCTION keep_stamped();
