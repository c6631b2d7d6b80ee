package esim_test

import (
	"encoding/csv"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/domain/esim"
)

func phones(t *testing.T) [][]string {
	t.Helper()
	file, err := os.Open("../../../dev/seed/lists/devices.csv")
	require.NoError(t, err)
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	require.NoError(t, err)
	return rows[1:]
}

func found(rows [][]string, text string) (models []string) {
	for _, row := range rows {
		if esim.IsPhone(row[1], row[2], text) {
			models = append(models, row[0])
		}
	}
	return models
}

func TestIsPhone_TypedName_IsFound(t *testing.T) {
	rows := phones(t)
	for same, ways := range map[string][]string{
		"iphone 15":        {"iPhone ١٥", "iPhone۱۵", "iPhone15", "IPHONE-15", "آيفون 15", "ايفون ١٥", "آي فون 15", "الآيفون15", "apple iphone 15", "ابل ايفون 15", "ｉＰｈｏｎｅ１５", "\u2068iPhone 15\u2069"},
		"galaxy":           {"جالكسي", "قالكسي", "غالاكسي", "سامسونج جالاكسي", "Galaxy", "گالکسی"},
		"samsung":          {"سامسونج", "سامسونق", "SAMSUNG"},
		"galaxy s24 plus":  {"S24+", "s24plus", "جالكسي S24+", "s24 بلس"},
		"galaxy s24 ultra": {"S24 Ultra", "s24ultra", "S٢٤ الترا", "قالكسي S24 الترا"},
		"pixel":            {"بكسل", "جوجل بيكسل", "قوقل"},
		"oneplus":          {"One Plus", "ون بلس", "ونبلس"},
		"huawei":           {"هواوي"}, "honor": {"هونر"}, "xiaomi": {"شاومي"}, "oppo": {"أوبو"}, "motorola": {"موتورولا"}, "nothing": {"نثنق"},
	} {
		want := found(rows, same)
		require.NotEmpty(t, want, same)
		for _, way := range ways {
			require.Equal(t, want, found(rows, way), way)
		}
	}
	require.Empty(t, found(rows, "iphone 99"))
	require.Empty(t, found(rows, "نورة"))
	require.Len(t, found(rows, " +"), len(found(rows, "plus")))
	require.Len(t, found(rows, ""), len(rows))
	require.Empty(t, found(rows, "%"), "signs alone name no phone")
}

func TestIsPhone_EachListedPhone_IsFound(t *testing.T) {
	rows := phones(t)
	rapid.Check(t, func(t *rapid.T) {
		row := rows[rapid.IntRange(0, len(rows)-1).Draw(t, "row")]
		name := row[2]
		for _, blank := range []string{"", "\u00a0", "  ", "-", "\u200f "} {
			require.True(t, esim.IsPhone(row[1], name, strings.ReplaceAll(name, " ", blank)), name)
		}
		require.True(t, esim.IsPhone(row[1], name, strings.ToUpper(row[1]+name)))
	})
}
