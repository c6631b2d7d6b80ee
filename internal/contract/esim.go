package contract

import (
	"strconv"
	"time"
)

// SignalProfileReported brings a ProfileReported from the SM-DP+ to an Order.
const SignalProfileReported = "profile-reported"

// ProfileOrdered is the state of a profile that is promised to the customer but not made yet.
const ProfileOrdered ProfileState = "ordered"

// ESIMSettings are the settings of an eSIM order.
type ESIMSettings struct {
	Unknown
	ReadyWithin   time.Duration `json:"readyWithin,omitempty"`   // after the payment; otherwise the order is refunded
	RemindAfter   time.Duration `json:"remindAfter,omitempty"`   // if the code is unused
	InstallWithin time.Duration `json:"installWithin,omitempty"` // without the installed notice: support follows up
	MaxReissues   int           `json:"maxReissues,omitempty"`   // further profiles for the customer without support
}

// ProfileOrder is the input of OrderProfile and CancelProfile.
type ProfileOrder struct {
	OrderID string `json:"orderId"`
	Issue   int    `json:"issue"` // from 1
	EID     string `json:"eid,omitempty"`
	ICCID   string `json:"iccid,omitempty"` // of the profile to cancel, where known

	MatchingID string `json:"matchingId,omitempty"` // of its activation code, with ICCID
}

// Reference identifies one profile of an order at the SM-DP+; it is the idempotency key of a call.
func (in ProfileOrder) Reference() string { return ProfileReference(in.OrderID, in.Issue) }

// ProfileReference returns the reference of the issue-th profile of an order.
func ProfileReference(orderID string, issue int) string { return orderID + "-" + strconv.Itoa(issue) }

// ProfileReported is a download event of the SM-DP+. At is its own clock: an older report never replaces a newer one.
type ProfileReported struct {
	EventID string       `json:"eventId"`
	ICCID   string       `json:"iccid"`
	State   ProfileState `json:"state"`
	Failure Code         `json:"failure,omitempty"`
	At      time.Time    `json:"at"`
}

// ProfileMoved is the input of RecordProfile.
type ProfileMoved struct {
	At
	Profile Profile `json:"profile"`
	Limits  Limits  `json:"limits,omitzero"`
}

// ProfilePromised is the input of PromiseProfile.
type ProfilePromised struct {
	At
	Within time.Duration `json:"within"`
}

// DeviceChoice is the input of choose-device.
type DeviceChoice struct {
	Device Device `json:"device"`
}

// DeviceChosen is the input of ChooseDevice.
type DeviceChosen struct {
	At
	Device Device `json:"device"`
}

// ReissueRequest is the input of reissue-profile. Device is set when the customer takes another phone.
type ReissueRequest struct {
	Device *Device `json:"device,omitempty"`
}
