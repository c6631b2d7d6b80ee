package smdp

import (
	"crypto/rand"
	"errors"
	"time"

	"selfcare/dev/simulator/engine"
)

// A phone's actions on a profile; or it reports one of FaultNames.
const (
	PhoneDownloads = "downloaded"
	PhoneInstalls  = "installed"
)

// Notification points of handleDownloadProgressInfo.
const (
	stepEligible = 1
	stepDownload = 3
	stepInstall  = 4
)

// Errors of a manual report.
var (
	ErrUnknown = engine.Unknown("no such profile")
	ErrReport  = errors.New("report is downloaded, installed or the name of a fault, for a profile that is released and not installed")
)

const (
	eventProgress = "handleDownloadProgressInfo"
	pathProgress  = "gsma/rsp2/es2plus/" + eventProgress
)

// Report plays the phone. From then on the profile is handled by hand only. A zero moment means now.
func (s *System) Report(tx *engine.Tx, iccid, report string, moment time.Time) error {
	p, known := profiles.Get(tx, iccid)
	if !known {
		return ErrUnknown
	}
	for _, possible := range Reports(p) {
		if possible == report {
			p.Plan = outcomeByHand
			s.happens(tx, p, report, moment)
			return nil
		}
	}
	return ErrReport
}

// downloadItself is the timer of a phone that scans the code.
func (s *System) downloadItself(tx *engine.Tx, iccid string) {
	p, known := profiles.Get(tx, iccid)
	if !known || p.State != Released || p.Plan == outcomeByHand {
		return
	}
	if fault, fails := faults[p.Plan]; fails && fault.step == stepEligible {
		s.happens(tx, p, p.Plan, time.Time{})
		return
	}
	s.happens(tx, p, PhoneDownloads, time.Time{})
	s.After(tx, max(s.Pace(tx, PaceInstall), time.Millisecond), timerInstall, iccid)
}

func (s *System) installItself(tx *engine.Tx, iccid string) {
	p, known := profiles.Get(tx, iccid)
	if !known || p.State != Downloaded || p.Plan == outcomeByHand {
		return
	}
	report := PhoneInstalls
	if _, fails := faults[p.Plan]; fails {
		report = p.Plan
	}
	if p.Plan == outcomeAlwaysFails {
		report = faultAlways
	}
	s.happens(tx, p, report, time.Time{})
}

func (s *System) happens(tx *engine.Tx, p Profile, report string, moment time.Time) {
	step, execution := stepInstall, map[string]any{"status": "Executed-Success"}
	p.Fault = ""
	switch report {
	case PhoneDownloads:
		step, p.State = stepDownload, Downloaded
	case PhoneInstalls:
		p.State = Installed
	default:
		fault := faults[report]
		step, p.State, p.Fault = fault.step, Error, report
		execution = status(fault.subject, fault.reason, report)
	}
	profiles.Put(tx, p.ICCID, p)
	s.tell(tx, p, step, execution, moment)
}

func (s *System) tell(tx *engine.Tx, p Profile, step int, execution map[string]any, moment time.Time) {
	if moment.IsZero() {
		moment = tx.Shown(tx.Now())
	}
	body := map[string]any{
		"header":              header{Requester: address, Call: "call-" + rand.Text()},
		"iccid":               p.ICCID + filler,
		"profileType":         p.Type,
		"timestamp":           moment.UTC().Format(time.RFC3339), // to the second
		"notificationPointId": step, "notificationPointStatus": execution,
	}
	if p.EID != "" {
		body["eid"] = p.EID
	}
	s.System.Report(tx, engine.Report{Subject: p.ICCID, Type: eventProgress, Fault: reportFaults[p.Plan], Path: pathProgress, Body: body})
}

// reportFaults are the faults in the reports of some plans.
var reportFaults = map[string]string{outcomeLost: engine.OutcomeLost, outcomeDoubled: engine.OutcomeDoubled}
