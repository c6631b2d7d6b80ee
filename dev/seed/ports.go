package seed

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// allOperators of the Kingdom that a number can come from, and ourselves.
var allOperators = []store.Operator{
	{Key: "stc", NameEn: "STC", NameAr: "إس تي سي"},
	{Key: "mobily", NameEn: "Mobily", NameAr: "موبايلي"},
	{Key: "zain", NameEn: "Zain", NameAr: "زين"},
	{Key: "lebara", NameEn: "Lebara", NameAr: "ليبارا"},
	{Key: "selfcare", NameEn: "Selfcare", NameAr: "سيلف كير", Ours: true},
}

func operators(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	for position, o := range allOperators {
		_, err := db.NewRaw("INSERT INTO operators (key, name_en, name_ar, ours, position) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
			o.Key, o.NameEn, o.NameAr, o.Ours, position).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// publicHolidays are the fixed ones and those of 1448 as expected; the moon has the last word.
var publicHolidays = []struct{ first, last, en, ar string }{
	{"2027-02-22", "2027-02-22", "Founding Day", "يوم التأسيس"},
	{"2027-03-09", "2027-03-12", "Eid al-Fitr", "عيد الفطر"},
	{"2027-05-15", "2027-05-19", "Eid al-Adha", "عيد الأضحى"},
	{"2027-09-23", "2027-09-23", "National Day", "اليوم الوطني"},
	{"2028-02-22", "2028-02-22", "Founding Day", "يوم التأسيس"},
	{"2028-09-23", "2028-09-23", "National Day", "اليوم الوطني"},
}

func holidays(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	for _, h := range publicHolidays {
		_, err := db.NewRaw(`
			INSERT INTO holidays (day, name_en, name_ar)
			SELECT day::date, ?, ? FROM generate_series(?::date, ?::date, interval '1 day') AS day ON CONFLICT DO NOTHING`,
			h.en, h.ar, h.first, h.last).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// quickPorts lets a developer see a number move on any evening, within seconds.
func quickPorts(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	_, err := db.NewRaw(`
		INSERT INTO settings (key, value) VALUES ('portAroundTheClock', 'true'), ('portNotice', '"5s"'), ('portAnswerWithin', '"1m"')
		ON CONFLICT DO NOTHING`).Exec(ctx)
	return err
}
