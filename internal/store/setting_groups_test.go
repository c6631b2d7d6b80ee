package store_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSiteSettings_RefuseWhatCannotBeMeant(t *testing.T) {
	_, s := database(t)
	for key, wrong := range map[string]string{
		"historyTransactionsPerPage": "0", "plansPerPage": "101", "vasPerPage": "-5", "maintenanceCheck": `"10ms"`, "carousel": `"2h"`,
		"chunkLoadTimeout": `"0s"`, "outboundLinkFallback": `"1m"`, "creditTransferMin": "0", "creditTransferMaxPercent": "150",
		"dataTransferMinMb": "0", "referralReward": "-1", "rechargesForBonus": "0", "portInWorkingDays": "0", "planSwitch": `"-1m"`,
		"bundleValidityDays": "0", "multisimMonthlyFee": "-1000", "operatorPrefix": `"57"`,
	} {
		err := s.Settings.Change(ctx, map[string]json.RawMessage{key: []byte(wrong)})
		require.ErrorContains(t, err, key)
	}
	_, err := s.Settings.Get(ctx)
	require.NoError(t, err)
}
