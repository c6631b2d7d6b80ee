package nationaladdress_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/nationaladdress"
)

var cities = []nationaladdress.City{
	{"riyadh", "الرياض", "Riyadh"},
	{"jeddah", "جدة", "Jeddah"},
	{"makkah", "مكة المكرمة", "Makkah"},
	{"madinah", "المدينة المنورة", "Madinah"},
	{"dammam", "الدمام", "Dammam"},
	{"khobar", "الخبر", "Khobar"},
	{"al-ahsa", "الأحساء", "Al Ahsa"},
	{"khamis-mushait", "خميس مشيط", "Khamis Mushait"},
	{"abha", "أبها", "Abha"},
	{"yanbu", "ينبع", "Yanbu"},
}

func TestFindCity_SpellingOfThePost_IsKnown(t *testing.T) {
	for want, names := range map[string][]string{
		"riyadh":         {"RIYADH", "Ar Riyadh|AL RIYADH", "الرياض", " رياض "},
		"jeddah":         {"JEDDAH", "Jiddah", "جده", "جـدة"},
		"makkah":         {"Makkah Al Mukarramah", "مكة", "مكه المكرمه"},
		"madinah":        {"AL MADINAH AL MUNAWWARAH", "المدينه المنوره"},
		"dammam":         {"Ad Dammam", "AD-DAMMAM", "الدمام"},
		"khobar":         {"Al Khubar", "AL KHOBAR", "الخبر"},
		"al-ahsa":        {"Al-Ahsa", "AL HUFUF", "الهفوف", "الاحساء"},
		"khamis-mushait": {"KHAMIS MUSHAIT", "خميس مشيط"},
		"abha":           {"ABHA", "ابها"},
		"yanbu":          {"Yanbu Al Bahr", "ينبع البحر"},
		"":               {"", "Dubai", "الدوادمي", "AL", "ال", "Al Riyadh Village"},
	} {
		for _, name := range names {
			require.Equal(t, want, nationaladdress.FindCity(cities, strings.Split(name, "|")...), "%q", name)
		}
	}
}

func TestNumber_OtherShape_IsEmpty(t *testing.T) {
	for text, want := range map[string]string{"2929": "2929", "٢٩٢٩": "2929", " 2929 ": "2929", "292": "", "29291": "", "29a9": "", "": ""} {
		require.Equal(t, want, nationaladdress.Number(text), "%q", text)
	}
	for text, want := range map[string]string{"14926": "14926", "١٤٩٢٦": "14926", "1492": "", "14926-1": "", "": ""} {
		require.Equal(t, want, nationaladdress.Postcode(text), "%q", text)
	}
}

func TestLine_Name_FitsTheAddress(t *testing.T) {
	for text, want := range map[string]string{
		"  Al  Olaya\nDist. ": "Al Olaya Dist.", "ع": "", "": "", "عاصم بن ثابت": "عاصم بن ثابت",
		strings.Repeat("ب", 90): strings.Repeat("ب", 80),
	} {
		require.Equal(t, want, nationaladdress.Line(text), "%q", text)
	}
}

func TestPlace_OutsideTheKingdom_IsNone(t *testing.T) {
	for name, tt := range map[string]struct {
		latitude, longitude float64
		inside              bool
	}{
		"Riyadh": {24.7136, 46.6753, true}, "London": {51.5, -0.1, false}, "nowhere": {0, 0, false}, "swapped": {46.6753, 24.7136, false},
	} {
		north, east := nationaladdress.Place(tt.latitude, tt.longitude)
		require.Equal(t, tt.inside, north != nil, name)
		require.Equal(t, tt.inside, east != nil, name)
	}
}
