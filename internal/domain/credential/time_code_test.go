package credential_test

import (
	"encoding/base32"
	"testing"
	"time"

	"github.com/pquerna/otp"
	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/credential"
)

var vectorSecret = base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))

// Vectors of RFC 6238, appendix B, for SHA-1: the last six of their eight digits.
func TestStepOf_VectorsOfRFC6238_Match(t *testing.T) {
	for seconds, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		step, ok := credential.StepOf(vectorSecret, code, time.Unix(seconds, 0))
		require.True(t, ok, seconds)
		require.Equal(t, seconds/30, step)
	}
}

func TestStepOf_ClockOneStepOff_Matches(t *testing.T) {
	made := time.Unix(1111111111, 0)
	for name, tt := range map[string]struct {
		after time.Duration
		code  string
		want  bool
	}{
		"at once":             {0, "050471", true},
		"a step later":        {30 * time.Second, "050471", true},
		"a step before":       {-30 * time.Second, "050471", true},
		"two steps later":     {60 * time.Second, "050471", false},
		"two steps before":    {-60 * time.Second, "050471", false},
		"another code":        {0, "050472", false},
		"a digit more":        {0, "0504711", false},
		"no digits":           {0, "abcdef", false},
		"nothing":             {0, "", false},
		"digits of elsewhere": {0, "٠٥٠٤٧١", false},
	} {
		_, ok := credential.StepOf(vectorSecret, tt.code, made.Add(tt.after))
		require.Equal(t, tt.want, ok, name)
	}
}

func TestAuthenticatorURI_Special_Parses(t *testing.T) {
	key, err := otp.NewKeyFromURL(credential.AuthenticatorURI("Self care", "support@selfcare.example", vectorSecret))
	require.NoError(t, err)
	require.Equal(t, "Self care/support@selfcare.example/"+vectorSecret, key.Issuer()+"/"+key.AccountName()+"/"+key.Secret())
	require.EqualValues(t, 30, key.Period())
	require.Equal(t, otp.DigitsSix, key.Digits())
}
