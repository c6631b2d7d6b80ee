package texts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
)

// The preview of a message would show a placeholder without an example as it stands.
func TestExamples_EachMessage_FillsAllBlanks(t *testing.T) {
	all := texts.Templates()
	require.Greater(t, len(all), 80)
	for _, template := range all {
		for language := range texts.Built(template) {
			params := texts.Examples(language)
			for _, shown := range []string{texts.Wording{}.Message(language, template, params), texts.Wording{}.Subject(language, template, params)} {
				require.Empty(t, texts.Blanks(shown), "%s in %s", template, language)
			}
		}
	}
	require.Nil(t, texts.Built("no-such-message"))
}

func TestMessage_OwnWording_NamesExtraSIMs(t *testing.T) {
	const total = "Renewed for SAR {amount}."
	const fees = "Renewed for SAR 300.00. SAR 10.00 of it is for your extra SIMs."
	with := map[string]string{"amount": "300.00", "extraSims": "10.00"}
	without := map[string]string{"amount": "300.00", "extraSims": ""}
	older := map[string]string{"amount": "300.00"} // queued before the placeholder existed
	for name, tt := range map[string]struct {
		wording string
		params  map[string]string
		want    string
	}{
		"an older wording":        {total, with, "Renewed for SAR 300.00."},
		"fees":                    {total + "{extraSims}", with, fees},
		"fees after a space":      {total + " {extraSims}", with, fees},
		"no fees":                 {total + "{extraSims}", without, "Renewed for SAR 300.00."},
		"no fees, after a space":  {total + " {extraSims}", without, "Renewed for SAR 300.00."},
		"a message queued before": {total + "{extraSims}", older, "Renewed for SAR 300.00."},
	} {
		t.Run(name, func(t *testing.T) {
			wording := texts.Wording{"plan-renewed": {texts.English: {Text: tt.wording}}}
			require.Equal(t, tt.want, wording.Message(texts.English, "plan-renewed", tt.params))
		})
	}
}
