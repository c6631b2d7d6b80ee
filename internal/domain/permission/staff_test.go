package permission_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestSecondFactor_Staff_IsRequired(t *testing.T) {
	for name, tt := range map[string]struct {
		roles           []string
		enrolled, shown bool
		refusal         contract.Code
	}{
		"a customer":                         {[]string{"customer"}, false, false, ""},
		"no role":                            {nil, false, false, ""},
		"support at the first sign-in":       {[]string{"support"}, false, false, contract.FailFactorEnrolment},
		"support after the password":         {[]string{"support"}, true, false, contract.FailFactorRequired},
		"support after the code":             {[]string{"support"}, true, true, ""},
		"an operator after the password":     {[]string{"operator"}, true, false, contract.FailFactorRequired},
		"a customer who also is support":     {[]string{"customer", "support"}, true, false, contract.FailFactorRequired},
		"support whose factor was reset":     {[]string{"support"}, false, true, contract.FailFactorEnrolment},
		"an operator at the first sign-in":   {[]string{"operator"}, false, false, contract.FailFactorEnrolment},
		"an operator who has shown the code": {[]string{"operator"}, true, true, ""},
	} {
		err := permission.SecondFactor(tt.roles, tt.enrolled, tt.shown)
		if tt.refusal == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, contract.Refuse(tt.refusal), err, name)
	}
}
