package workflows_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

const (
	eSIMTotal  = 8500 // number and plan; nothing is delivered
	firstESIM  = "8996606000000000011"
	secondESIM = "8996606000000000022"
	thirdESIM  = "8996606000000000033"
	profileOne = "order-profile " + orderID + "-1"
	cancelOne  = "cancel-profile " + orderID + "-1"
	phone      = "apple-iphone-16"
	anotherEID = "89049032000000000000000000000001"
	paidESIM   = 40 * time.Second // when an eSIM order is paid
)

// profileICCIDs are the profiles of the recording's SM-DP+, by their issue.
var profileICCIDs = []string{firstESIM, secondESIM, thirdESIM, "8996606000000000044", "8996606000000000055"}

func (x *outside) OrderProfile(_ context.Context, in contract.ProfileOrder) (contract.Profile, error) {
	made := contract.Profile{
		ICCID: profileICCIDs[in.Issue-1], MatchingID: fmt.Sprintf("CODE-%d", in.Issue), SMDPAddress: "rsp.example",
		State: contract.ProfileReleased, Issued: in.Issue,
	}
	effect := "order-profile " + in.Reference()
	if in.EID != "" {
		effect += " " + in.EID
	}
	err := x.does(effect)
	if err == nil && x.quickPhone != nil {
		x.quickPhone(made)
	}
	return made, err
}

func (x *outside) CancelProfile(_ context.Context, in contract.ProfileOrder) error {
	return x.does("cancel-profile " + in.Reference())
}

func (b *books) ChooseDevice(_ context.Context, o contract.Order, in contract.DeviceChosen) (contract.Order, error) {
	o.Device = &in.Device
	return b.save(o, "device "+in.Device.Model+in.Device.EID)
}

func (b *books) PromiseProfile(_ context.Context, o contract.Order, in contract.ProfilePromised) (contract.Order, error) {
	return b.save(order.Promised(o, in.Now.Add(in.Within)), "profile-promised")
}

func (b *books) RecordProfile(_ context.Context, o contract.Order, in contract.ProfileMoved) (contract.Order, error) {
	return b.saveTelling(order.WithProfile(o, in.Profile), "profile-"+string(in.Profile.State), in.Limits)
}

// newESIMStory is one eSIM order under the virtual clock, its phone chosen with the start.
func newESIMStory(t *testing.T) *story {
	s := newStory(t)
	s.input.Order.Kind, s.input.Order.Device = contract.KindESIM, &contract.Device{Model: phone}
	return s
}

// isPaidESIM fills the wizard and pays.
func (s *story) isPaidESIM() {
	s.choosesUpToIdentity()
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	s.say(lastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: eSIMTotal})
	s.pays(paidESIM, "p1")
}

// reportedESIM is the SM-DP+'s call-back about a profile.
func (s *story) reportedESIM(when time.Duration, iccid string, state contract.ProfileState, failure contract.Code) {
	s.at(when, func() { s.reportsNow(fmt.Sprintf("e-%s-%s-%s", iccid, state, when), iccid, state, failure, s.Now()) })
}

// reportsNow is a call-back at this moment.
func (s *story) reportsNow(eventID, iccid string, state contract.ProfileState, failure contract.Code, at time.Time) {
	s.SignalWorkflow(contract.SignalProfileReported,
		contract.ProfileReported{EventID: eventID, ICCID: iccid, State: state, Failure: failure, At: at})
}

// isInstalled downloads and installs a profile, a minute apart.
func (s *story) isInstalled(when time.Duration, iccid string) {
	s.reportedESIM(when, iccid, contract.ProfileDownloaded, "")
	s.reportedESIM(when+time.Minute, iccid, contract.ProfileInstalled, "")
}

func (s *story) failsToInstall(when time.Duration, iccid string, failure contract.Code) {
	s.reportedESIM(when, iccid, contract.ProfileError, failure)
}

func (s *story) wantsAnother(when time.Duration) {
	s.say(when, contract.UpdateReissueProfile, contract.ReissueRequest{})
}

// runToESIM demands that the story reaches its aim with this profile.
func (s *story) runToESIM(iccid string) contract.Order {
	end := s.run()
	require.Equal(s.t, contract.StageActive, end.Stage)
	require.Equal(s.t, contract.ProfileInstalled, end.Profile.State)
	require.Equal(s.t, iccid, end.Profile.ICCID)
	return end
}
