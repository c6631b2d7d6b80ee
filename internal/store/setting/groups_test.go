package setting_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/storetest"
)

func TestSiteSettings_Invalid_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	for key, wrong := range map[string]string{
		"historyTransactionsPerPage": "0", "plansPerPage": "101", "vasPerPage": "-5", "maintenanceCheck": `"10ms"`, "carousel": `"2h"`,
		"chunkLoadTimeout": `"0s"`, "outboundLinkFallback": `"1m"`, "clientReportPercent": "101", "creditTransferMin": "0", "creditTransferMaxPercent": "150",
		"dataTransferMinMb": "0", "referralReward": "-1", "rechargesForBonus": "0", "portInWorkingDays": "0", "freeDataValidityDays": "0", "planSwitch": `"-1m"`,
		"bundleValidityDays": "0", "multisimMonthlyFee": "-1000", "operatorPrefix": `"57"`, "supportPhone": `"call us"`, "apn": `"our network"`,
	} {
		err := s.Settings.Change(ctx, map[string]json.RawMessage{key: []byte(wrong)})
		require.ErrorContains(t, err, key)
	}
	_, err := s.Settings.Get(ctx)
	require.NoError(t, err)
}

func TestDoorFigures_Invalid_IsRefused(t *testing.T) {
	_, s := storetest.Database(t)
	for _, key := range []string{"holdsByDevice", "holdsByHousehold", "holdsByAddress", "deviceSessionsByAddress", "eligibilityByAddress", "clientReportsByAddress"} {
		require.ErrorContains(t, s.Settings.Change(ctx, map[string]json.RawMessage{key: []byte("0")}), key)
	}
}

func TestLimits_Default_MatchesTheTable(t *testing.T) {
	for _, rule := range ratelimit.Table {
		for _, c := range rule.Caps {
			if c.Setting == "" {
				continue
			}
			most, window := setting.Defaults().Limit(c.Setting)
			require.Equal(t, c.Max, most, c.Setting)
			require.Equal(t, c.Window, window, c.Setting)
		}
	}
	require.Equal(t, ratelimit.IdentityTries, setting.Defaults().IdentityTries)
	require.Equal(t, ratelimit.PortTries, setting.Defaults().Port.Tries)
}
