package figure

import (
	"context"

	storeerrors "selfcare/internal/store/errors"
)

// SettlementsBehind returns the oldest day whose settlement file is missing, empty without one, and the newest day that was read.
// A broken file that a person has decided about is not missing.
func (q Figures) SettlementsBehind(ctx context.Context) (due, read string, err error) {
	// Raw: it reads two files at once.
	err = q.DB.NewRaw(`
		SELECT coalesce((SELECT min(day)::text FROM settlement_files AS f WHERE state = 'due' OR state = 'broken' AND EXISTS (
		           SELECT FROM settlement_items AS i WHERE i.day = f.day AND i.kind = 'broken-file' AND i.state = 'held')), ''),
		       coalesce((SELECT max(day)::text FROM settlement_files WHERE state = 'read'), '')`).Scan(ctx, &due, &read)
	return due, read, storeerrors.Translate("find settlement files", err)
}

// InStock looks for one row of each, without counting.
func (q Figures) InStock(ctx context.Context) (in InStock, err error) {
	// Raw: it looks at five tables at once.
	err = q.DB.NewRaw(`
		SELECT EXISTS (SELECT FROM plans WHERE on_sale), EXISTS (SELECT FROM data_packs WHERE on_sale), EXISTS (SELECT FROM devices),
		       (SELECT min(category) FROM numbers WHERE order_id IS NULL) IS NOT NULL, (SELECT min(iccid) FROM sims WHERE status = 'stock') IS NOT NULL`).
		Scan(ctx, &in.Plans, &in.DataPacks, &in.Devices, &in.Numbers, &in.SIMCards)
	return in, storeerrors.Translate("look at the stock", err)
}

// OnSale counts the stock of purchases: data packs and plans on sale. Of usable vouchers it looks for one.
func (q Figures) OnSale(ctx context.Context) (packs int, vouchers bool, plans int, err error) {
	// Raw: it looks at three tables at once.
	err = q.DB.NewRaw(`
		SELECT (SELECT count(*) FROM data_packs WHERE on_sale),
		       (SELECT max(expires_at) > now() FROM vouchers WHERE purchase_id IS NULL AND NOT blocked) IS TRUE,
		       (SELECT count(*) FROM plans WHERE on_sale)`).Scan(ctx, &packs, &vouchers, &plans)
	return packs, vouchers, plans, storeerrors.Translate("count what is on sale", err)
}
