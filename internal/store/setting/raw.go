package setting

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	storeerrors "selfcare/internal/store/errors"
)

// readWritten returns the settings that differ from the default at a time, or now: for each key the later of the value that was
// set by command and the approved one. 'null' is the default again.
func (q Table) readWritten(ctx context.Context, at sql.NullTime) (changed map[string]json.RawMessage, err error) {
	var text string
	// Raw: the later of two sources for each key.
	err = q.DB.NewRaw(`
		SELECT coalesce(json_object_agg(key, value) FILTER (WHERE value <> 'null'), '{}') FROM (
		    SELECT DISTINCT ON (key) key, value FROM (
		        SELECT key, value, updated_at AS since FROM settings
		        UNION ALL
		        SELECT key, value, effective_at FROM changes WHERE kind = 'setting' AND state = 'approved' AND effective_at <= coalesce(?, now())
		    ) AS laid ORDER BY key, since DESC
		) AS in_force`, at).Scan(ctx, &text)
	if err != nil {
		return nil, storeerrors.Translate("read settings", err)
	}
	if err := json.Unmarshal([]byte(text), &changed); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return changed, nil
}
