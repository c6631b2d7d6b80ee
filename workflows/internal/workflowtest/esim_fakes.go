package workflowtest

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
	ESIMTotal  = 8500 // number and plan; nothing is delivered
	FirstESIM  = "8996606000000000011"
	SecondESIM = "8996606000000000022"
	ThirdESIM  = "8996606000000000033"
	ProfileOne = "order-profile " + OrderID + "-1"
	CancelOne  = "cancel-profile " + OrderID + "-1"
	Phone      = "apple-iphone-16"
	AnotherEID = "89049032000000000000000000000163"
	PaidESIM   = 40 * time.Second // when an eSIM order is paid
)

// ProfileICCIDs are the profiles of the fake SM-DP+, in the order of their issue.
var ProfileICCIDs = []string{FirstESIM, SecondESIM, ThirdESIM, "8996606000000000044", "8996606000000000055"}

func (x *Outside) OrderProfile(_ context.Context, in contract.ProfileOrder) (contract.Profile, error) {
	made := contract.Profile{
		ICCID: ProfileICCIDs[in.Issue-1], MatchingID: fmt.Sprintf("CODE-%d", in.Issue), SMDPAddress: "rsp.example",
		State: contract.ProfileReleased, Issued: in.Issue,
	}
	effect := "order-profile " + in.Reference()
	if in.EID != "" {
		effect += " " + in.EID
	}
	return made, x.does(effect)
}

func (x *Outside) CancelProfile(_ context.Context, in contract.ProfileOrder) error {
	return x.does("cancel-profile " + in.Reference())
}

func (b *Books) ChooseDevice(_ context.Context, o contract.Order, in contract.DeviceChosen) (contract.Order, error) {
	o.Device = &in.Device
	return b.save(o, "device "+in.Device.Model+in.Device.EID)
}

func (b *Books) PromiseProfile(_ context.Context, o contract.Order, in contract.ProfilePromised) (contract.Order, error) {
	return b.save(order.Promised(o, in.Now.Add(in.Within)), "profile-promised")
}

func (b *Books) RecordProfile(_ context.Context, o contract.Order, in contract.ProfileMoved) (contract.Order, error) {
	return b.saveTelling(order.WithProfile(o, in.Profile), "profile-"+string(in.Profile.State), in.Limits)
}

// NewESIMStory is one eSIM order under the virtual clock, its phone chosen with the start.
func NewESIMStory(t *testing.T) *Story {
	s := NewStory(t)
	s.Input.Order.Kind, s.Input.Order.Device = contract.KindESIM, &contract.Device{Model: Phone}
	return s
}

// IsPaidESIM fills the wizard and pays.
func (s *Story) IsPaidESIM() {
	s.ChoosesUpToIdentity()
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.Say(25*time.Second, contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	s.Say(LastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: ESIMTotal})
	s.Pays(PaidESIM, "p1")
}

// ReportedESIM is the SM-DP+'s call-back about a profile.
func (s *Story) ReportedESIM(when time.Duration, iccid string, state contract.ProfileState, failure contract.Code) {
	s.At(when, func() { s.ReportsNow(fmt.Sprintf("e-%s-%s-%s", iccid, state, when), iccid, state, failure, s.Now()) })
}

// ReportsNow sends a call-back of the SM-DP+ at this moment.
func (s *Story) ReportsNow(eventID, iccid string, state contract.ProfileState, failure contract.Code, at time.Time) {
	s.Hears(contract.SignalProfileReported,
		contract.ProfileReported{EventID: eventID, ICCID: iccid, State: state, Failure: failure, At: at})
}

// IsInstalled downloads and installs a profile, a minute apart.
func (s *Story) IsInstalled(when time.Duration, iccid string) {
	s.ReportedESIM(when, iccid, contract.ProfileDownloaded, "")
	s.ReportedESIM(when+time.Minute, iccid, contract.ProfileInstalled, "")
}

func (s *Story) FailsToInstall(when time.Duration, iccid string, failure contract.Code) {
	s.ReportedESIM(when, iccid, contract.ProfileError, failure)
}

func (s *Story) WantsAnother(when time.Duration) {
	s.Say(when, contract.UpdateReissueProfile, contract.ReissueRequest{})
}

// RunToESIM runs the story and requires that the order becomes active with this profile.
func (s *Story) RunToESIM(iccid string) contract.Order {
	end := s.Run()
	require.Equal(s.T, contract.StageActive, end.Stage)
	require.Equal(s.T, contract.ProfileInstalled, end.Profile.State)
	require.Equal(s.T, iccid, end.Profile.ICCID)
	return end
}
