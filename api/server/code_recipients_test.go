package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

const dataLine = "830000000001"

func (r *rig) recipients(got answer) []string {
	r.t.Helper()
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[codeSent](r.t, got).Data.SentTo
}

// D4: the page said "sent to 830000000001", where no code can go.
func TestACodeSaysMaskedWhereItWent(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line(dataLine, "prepaid", owner)
	require.Equal(t, []string{"057•••0001"}, r.recipients(r.askCode(r.device(), mainLine, "login")))
	device := r.device()
	require.Equal(t, http.StatusOK, r.showID(device, dataLine, ownerID, "register").StatusCode)
	require.Equal(t, []string{"055•••4567", "o•••@selfcare.example"}, r.recipients(r.askCode(device, dataLine, "register")))
}

func TestWhoAddsANumberLearnsNoOtherAddressOfIt(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line(dataLine, "prepaid", owner)
	r.line("0570000002", "prepaid", owner)
	mine := r.signIn(mainLine)
	require.Empty(t, r.recipients(r.askCode(mine, dataLine, "add_account")))
	r.nextCode()
	require.Equal(t, []string{"057•••0002"}, r.recipients(r.askCode(mine, "0570000002", "add_account")))
}
