package supportcase

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"selfcare/internal/contract"
)

// bulkRow is a bulk as its column has it.
type bulkRow struct{ contract.Bulk }

// Value writes it as JSON.
func (r bulkRow) Value() (driver.Value, error) {
	raw, err := json.Marshal(r.Bulk)
	return string(raw), wrap("encode bulk", err)
}

// Scan reads it.
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
