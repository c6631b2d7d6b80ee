-- Nothing is lost: no line that has ended waits for the network.
SELECT 1;
