package plan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/plan"
)

func TestParse_EachType_HasItsUnit(t *testing.T) {
	for kind, unit := range map[string]string{
		"local_min": "minute", "int_min": "minute", "roaming_min": "minute", "sms": "sms",
		"data": "MB", "social_media": "MB", "wifi_data": "MB", "roaming_data": "MB", "social_person": "MB",
		"multi_sim": "MB", "allowance": "minute", "email": "sms",
	} {
		t.Run(kind, func(t *testing.T) {
			of := func(unit string) string {
				return strings.Replace(small, "type: data, unit: MB", "type: "+kind+", unit: "+unit, 1)
			}
			text := of(unit)
			if kind == "sms" {
				text = strings.Replace(text, "{ type: sms, unit: sms, amount: unlimited", "{ type: data, unit: MB, amount: unlimited", 1)
			}
			got, err := plan.Parse(text)
			require.NoError(t, err)
			require.Equal(t, kind, got.Plans[0].Items[0].Type)
			require.Equal(t, unit, got.Plans[0].Items[0].Unit)
			_, err = plan.Parse(of("carrots"))
			require.Error(t, err)
		})
	}
	_, err := plan.Parse(strings.Replace(small, "type: data, unit: MB", "type: fax, unit: MB", 1))
	require.Error(t, err)
}
