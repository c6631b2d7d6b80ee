package texts_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// The pages' test reads the same table: web/src/i18n/riyal-noun.test.ts.
func riyalNouns(t *testing.T) (rows [][2]string) {
	t.Helper()
	raw, err := os.ReadFile("testdata/riyals.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &rows))
	require.NotEmpty(t, rows)
	return rows
}

func TestRiyalNoun_SharedTable_HasEachForm(t *testing.T) {
	for _, row := range riyalNouns(t) {
		require.Equal(t, row[1], texts.RiyalNoun(row[0]), row[0])
	}
}

func TestText_ArabicAmount_DeclinesTheRiyal(t *testing.T) {
	for _, row := range riyalNouns(t) {
		params := map[string]string{"amount": row[0], "purchase": "PU00000001"}
		require.Equal(t, "أُضيف "+row[0]+" "+row[1]+" إلى رصيدك. رقم العملية PU00000001.", texts.Message(texts.Arabic, "recharged", params))
		require.Equal(t, row[0]+" "+row[1], texts.Text(texts.Arabic, "setting.sar", map[string]string{"value": row[0]}))
		require.Equal(t, "SAR "+row[0]+" was added to your balance. Purchase PU00000001.", texts.Message(texts.English, "recharged", params))
	}
	said := texts.Text(texts.Arabic, contract.FailEndDues, map[string]string{"amount": "25.00", "most": "5.00"})
	require.Contains(t, said, "25.00 ريالًا.")
	require.Contains(t, said, "5.00 ريالات أولًا")
}

func TestWording_OwnArabicText_DeclinesTheRiyal(t *testing.T) {
	own := texts.Wording{"recharged": {texts.Arabic: {Text: "وصل {amount} ريال، وهو {amount} ريالات"}}}
	require.Equal(t, "وصل 5.00 ريالات، وهو 5.00 ريالات", own.Message(texts.Arabic, "recharged", map[string]string{"amount": "5.00"}))
}
