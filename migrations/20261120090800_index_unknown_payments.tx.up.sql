-- Few payments are open at a time; the figure of the oldest unknown one is read at each scrape.
CREATE INDEX payments_unknown ON payments (at) WHERE status = 'pending';
