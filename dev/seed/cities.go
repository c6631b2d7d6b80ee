package seed

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// allCities, largest first.
var allCities = []store.City{
	{Key: "riyadh", NameEn: "Riyadh", NameAr: "الرياض"},
	{Key: "jeddah", NameEn: "Jeddah", NameAr: "جدة"},
	{Key: "makkah", NameEn: "Makkah", NameAr: "مكة المكرمة"},
	{Key: "madinah", NameEn: "Madinah", NameAr: "المدينة المنورة"},
	{Key: "dammam", NameEn: "Dammam", NameAr: "الدمام"},
	{Key: "taif", NameEn: "Taif", NameAr: "الطائف"},
	{Key: "tabuk", NameEn: "Tabuk", NameAr: "تبوك"},
	{Key: "buraidah", NameEn: "Buraidah", NameAr: "بريدة"},
	{Key: "khamis-mushait", NameEn: "Khamis Mushait", NameAr: "خميس مشيط"},
	{Key: "al-ahsa", NameEn: "Al Ahsa", NameAr: "الأحساء"},
	{Key: "hail", NameEn: "Hail", NameAr: "حائل"},
	{Key: "khobar", NameEn: "Khobar", NameAr: "الخبر"},
	{Key: "jubail", NameEn: "Jubail", NameAr: "الجبيل"},
	{Key: "hafar-al-batin", NameEn: "Hafar Al Batin", NameAr: "حفر الباطن"},
	{Key: "al-kharj", NameEn: "Al Kharj", NameAr: "الخرج"},
	{Key: "abha", NameEn: "Abha", NameAr: "أبها"},
	{Key: "najran", NameEn: "Najran", NameAr: "نجران"},
	{Key: "yanbu", NameEn: "Yanbu", NameAr: "ينبع"},
	{Key: "qatif", NameEn: "Qatif", NameAr: "القطيف"},
	{Key: "arar", NameEn: "Arar", NameAr: "عرعر"},
	{Key: "sakaka", NameEn: "Sakaka", NameAr: "سكاكا"},
	{Key: "jazan", NameEn: "Jazan", NameAr: "جازان"},
	{Key: "unaizah", NameEn: "Unaizah", NameAr: "عنيزة"},
	{Key: "dhahran", NameEn: "Dhahran", NameAr: "الظهران"},
	{Key: "al-baha", NameEn: "Al Baha", NameAr: "الباحة"},
	{Key: "bisha", NameEn: "Bisha", NameAr: "بيشة"},
}

func cities(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	for position, city := range allCities {
		_, err := db.NewRaw("INSERT INTO cities (key, name_en, name_ar, position) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
			city.Key, city.NameEn, city.NameAr, position).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
