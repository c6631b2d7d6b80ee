-- The end of a line now asks the partners to end its services, so that the minutely search reads only what is due. Lines that have ended
-- before may still run services.
UPDATE line_services AS s SET state = 'ending' FROM lines AS l WHERE l.id = s.line_id AND l.status = 'ended' AND s.state = 'active';
