package supportcase

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"selfcare/internal/contract"
)

// bulkRow is the column of a bulk.
type bulkRow struct{ contract.Bulk }

// Value encodes the bulk as JSON.
func (r bulkRow) Value() (driver.Value, error) {
	raw, err := json.Marshal(r.Bulk)
	return string(raw), wrap("encode bulk", err)
}

// Scan decodes the bulk.
func (r *bulkRow) Scan(column any) error {
	switch raw := column.(type) {
	case []byte:
		return wrap("decode bulk", json.Unmarshal(raw, &r.Bulk))
	case string:
		return wrap("decode bulk", json.Unmarshal([]byte(raw), &r.Bulk))
	default:
		return fmt.Errorf("decode bulk: %T", column)
	}
}
