package einvoice

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/einvoice/csr"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/tx"
)

// Devices stores the devices that stamp invoices.
type Devices struct {
	DB   bun.IDB
	Keys *seal.Keys
}

// Device is a device with the certificate in use, and the one that it asks for.
type Device struct {
	Name        string
	Version     int64        // grows with each change
	Enrolment   *Enrolment   // nil if the device asks for no certificate
	Credentials *Credentials // nil before the first certificate
}

// Enrolment is a key without a certificate for it, and how far the authority is with it.
type Enrolment struct {
	Request    csr.Request `json:"request"`
	Key        string      `json:"key"` // as stamp.ParseKey reads it
	Compliance *Issued     `json:"compliance,omitempty"`
	Passed     []string    `json:"passed,omitempty"` // kinds of check documents that the authority has accepted
}

// Issued is a certificate as the authority gave it out.
type Issued struct {
	RequestID string `json:"requestId"`
	Token     string `json:"token"` // the certificate in Base64, in Base64
	Secret    string `json:"secret"`
}

// Credentials are the key of a device, and its certificate for invoices.
type Credentials struct {
	Issued

	Request   csr.Request `json:"request"`
	Key       string      `json:"key"`
	ExpiresAt time.Time   `json:"expiresAt"` // the end of the certificate
}

type deviceRow struct {
	bun.BaseModel `bun:"table:zatca_devices,alias:d"`

	Name        string `bun:",pk"`
	Version     int64
	Enrolment   []byte
	Credentials []byte
	ExpiresAt   bun.NullTime
}

func enrolmentContext(device string) string { return "zatca_devices/" + device + "/enrolment" }

func credentialsContext(device string) string { return "zatca_devices/" + device + "/credentials" }

// Get returns a device. ErrNotFound means that it never asked for a certificate.
func (q Devices) Get(ctx context.Context, name string) (Device, error) {
	found, err := q.FindChanged(ctx, name, 0)
	if err == nil && found == nil {
		return Device{}, storeerrors.Translate("read device of e-invoices", sql.ErrNoRows)
	}
	if err != nil {
		return Device{}, err
	}
	return *found, nil
}

// FindChanged returns a device that has another version than the caller's; nil if it has not, or if there is no such device.
func (q Devices) FindChanged(ctx context.Context, name string, version int64) (*Device, error) {
	var r deviceRow
	err := q.DB.NewSelect().Model(&r).Where("name = ?", name).Where("version <> ?", version).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // no change is no error
	}
	if err != nil {
		return nil, wrap("read device of e-invoices", err)
	}
	d := &Device{Name: r.Name, Version: r.Version}
	if r.Enrolment != nil {
		d.Enrolment = &Enrolment{}
		if err := q.Keys.OpenJSON(enrolmentContext(name), r.Enrolment, d.Enrolment); err != nil {
			return nil, err
		}
	}
	if r.Credentials != nil {
		d.Credentials = &Credentials{}
		if err := q.Keys.OpenJSON(credentialsContext(name), r.Credentials, d.Credentials); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Save writes a device that the caller has read, or a new one of version 0. ErrStale means that another command has changed it
// meanwhile; nothing was written. It returns the device with its new version.
func (q Devices) Save(ctx context.Context, d Device) (Device, error) {
	r := deviceRow{Name: d.Name, Version: d.Version + 1}
	if d.Enrolment != nil {
		var err error
		if r.Enrolment, err = q.Keys.SealJSON(enrolmentContext(d.Name), d.Enrolment); err != nil {
			return d, err
		}
	}
	if d.Credentials != nil {
		var err error
		if r.Credentials, err = q.Keys.SealJSON(credentialsContext(d.Name), d.Credentials); err != nil {
			return d, err
		}
		r.ExpiresAt = bun.NullTime{Time: d.Credentials.ExpiresAt}
	}
	result, err := q.DB.NewInsert().Model(&r).On("CONFLICT (name) DO UPDATE").Set("version = EXCLUDED.version").
		Set("enrolment = EXCLUDED.enrolment").Set("credentials = EXCLUDED.credentials").Set("expires_at = EXCLUDED.expires_at").
		Where("d.version = ?", d.Version).Returning("NULL").Exec(ctx)
	if err := tx.RequireChange("save device of e-invoices", storeerrors.ErrStale, result, err); err != nil {
		return d, err
	}
	d.Version++
	return d, nil
}

// ListEnds returns when the certificate of each device ends. Devices without one are not in it.
func (q Devices) ListEnds(ctx context.Context) (map[string]time.Time, error) {
	var rows []struct {
		Name      string
		ExpiresAt time.Time
	}
	err := q.DB.NewSelect().Model((*deviceRow)(nil)).Column("name", "expires_at").Where("expires_at IS NOT NULL").Scan(ctx, &rows)
	ends := make(map[string]time.Time, len(rows))
	for _, r := range rows {
		ends[r.Name] = r.ExpiresAt
	}
	return ends, wrap("read ends of certificates", err)
}
