package store

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Device is a phone that takes an eSIM.
type Device struct {
	bun.BaseModel `bun:"table:devices,alias:d"`

	Model    string `bun:"model"`
	Brand    string `bun:"brand"`
	Name     string `bun:"name"`
	Position int    `bun:"position"`
}

// devicesShown is the length of the list of devices: whoever searches sees his own among the first.
const devicesShown = 50

// Devices lists the phones that take an eSIM and whose brand or name has all words of the text; all where it is empty.
func (q *Queries) Devices(ctx context.Context, text string) ([]Device, error) {
	var devices []Device
	selection := q.db.NewSelect().Model(&devices).Order("d.position").Limit(devicesShown)
	for _, word := range strings.Fields(text) {
		selection = selection.Where("d.brand || ' ' || d.name ILIKE ?", "%"+likeLiteral.Replace(word)+"%")
	}
	return devices, translate("list devices", selection.Scan(ctx))
}

// likeLiteral takes the meaning from what LIKE would read as a pattern.
var likeLiteral = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// TakesESIM tells whether a model is in the list of devices.
func (q *Queries) TakesESIM(ctx context.Context, model string) (takes bool, err error) {
	err = q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM devices WHERE model = $1)", model).Scan(&takes)
	return takes, translate("find device", err)
}

// ClaimProfile makes a profile the order's; asked again it changes nothing. One of another order is ErrConflict.
func (q *Queries) ClaimProfile(ctx context.Context, in contract.ProfileOrder, iccid string) error {
	changed, err := q.prepared().exec(ctx, `
		INSERT INTO esim_profiles AS p (iccid, order_id, issue, status) VALUES ($1, $2, $3, 'ordered')
		ON CONFLICT (iccid) DO UPDATE SET issue = p.issue WHERE p.order_id = EXCLUDED.order_id AND p.issue = EXCLUDED.issue`,
		iccid, in.OrderID, in.Issue)
	if err == nil && changed == 0 {
		err = ErrConflict
	}
	return translate("claim profile", err)
}

// MoveProfile keeps where a profile stands. What is over stays over: a late state changes nothing.
func (q *Queries) MoveProfile(ctx context.Context, orderID, iccid string, state contract.ProfileState) error {
	_, err := q.prepared().exec(ctx, `
		UPDATE esim_profiles SET status = $3, updated_at = now()
		WHERE iccid = $1 AND order_id = $2 AND status NOT IN ('installed', 'cancelled', 'active')`, iccid, orderID, string(state))
	return translate("move profile", err)
}

// OrderByProfile answers with the id of the order a profile belongs to.
func (q *Queries) OrderByProfile(ctx context.Context, iccid string) (orderID string, err error) {
	err = q.prepared().row(ctx, "SELECT order_id FROM esim_profiles WHERE iccid = $1", iccid).Scan(&orderID)
	return orderID, translate("find order by profile", err)
}
