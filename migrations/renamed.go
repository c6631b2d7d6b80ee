package migrations

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"
)

// renameReleased gives steps that v0.1.0 applied their new names, because their old names carried later dates than the day of that
// release. The list of bun holds only the date of a name.
func renameReleased(ctx context.Context, db *bun.DB) error {
	if _, err := db.ExecContext(ctx, renamed); err != nil {
		return fmt.Errorf("rename the migrations of v0.1.0: %w", err)
	}
	return nil
}

const renamed = `
	UPDATE bun_migrations SET name = new_name FROM (VALUES
		('20261128090000', '20261127100200'), -- purchase_starts
		('20261129080000', '20261127100300'), -- transfers
		('20261129090000', '20261127100400'), -- einvoices
		('20261129100000', '20261127100500'), -- auto_recharges
		('20261129110000', '20261127100600'), -- invoices
		('20261129200000', '20261127100700'), -- settlements
		('20261129200100', '20261127100800'), -- promo_purchases
		('20261129210000', '20261127100900'), -- einvoices_of_bills
		('20261129210100', '20261127101000'), -- sadad_payments
		('20261129220000', '20261127101100'), -- spending_limits
		('20261129230000', '20261127101200'), -- transfers_abroad
		('20261129233000', '20261127101300'), -- invoice_trouble
		('20261129233100', '20261127101400'), -- unbilled
		('20261130020000', '20261127101500'), -- changes
		('20261201000000', '20261127101600'), -- seal_audit_log
		('20261201000100', '20261127101700'), -- audit_filters
		('20261201010000', '20261127101800'), -- create_stores
		('20261201010100', '20261127101900'), -- disable_users
		('20261201020000', '20261127102000'), -- resealing
		('20261201040000', '20261127102100'), -- support_cases
		('20261201040100', '20261127102200'), -- caller_sessions
		('20261201050000', '20261127102300'), -- bulk_resolutions
		('20261201060000', '20261127102400'), -- late_orders
		('20261201070000', '20261127102500'), -- incidents
		('20261201080000', '20261127102600'), -- audit_verifications
		('20261201100000', '20261127102700'), -- bundles
		('20261201100100', '20261127102800'), -- line_bundles
		('20261201100200', '20261127102900'), -- bundle_steps
		('20261201110000', '20261127103000'), -- value_added_services
		('20261201110100', '20261127103100'), -- rates_abroad
		('20261201110200', '20261127103200'), -- games
		('20261201130000', '20261127103300'), -- renewals
		('20261201140000', '20261127103400'), -- bundle_countries
		('20261202150000', '20261127103500'), -- line_settings
		('20261202160000', '20261127103600'), -- usage_details
		('20261202170000', '20261127103700'), -- preview_site_contents
		('20261202180000', '20261127103800'), -- service_requests
		('20261202190000', '20261127103900'), -- locate_cities
		('20261202200000', '20261127104000'), -- services_on_bills
		('20261202210000', '20261127104100'), -- service_request_files
		('20261203090000', '20261127104200') -- free_data
	) AS step (old_name, new_name) WHERE name = old_name`
