-- The dues of a line that stand on no bill yet, in halalas: charges of its plan, and usage beyond it.
CREATE FUNCTION unbilled(line uuid) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce((SELECT sum(amount) FROM subscription_charges
                     WHERE line_id = line AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL), 0)::bigint
         + coalesce((SELECT sum(charged) FROM usage_events WHERE line_id = line AND charged > 0 AND invoice_id IS NULL), 0)::bigint
$$;
