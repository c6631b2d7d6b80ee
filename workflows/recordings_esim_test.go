//go:build record

package workflows_test

import (
	"maps"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, eSIMRecordings) }

// eSIMRecordings are the courses of an eSIM order, each until its workflow has ended.
var eSIMRecordings = map[string]func(*recording){
	"esim-happy-path": func(p *recording) {
		p.hasESIM()
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"esim-phone-chosen-in-wizard": func(p *recording) {
		p.wantsESIM()
		p.input.Order.Device = nil
		_, err := p.orders.Start(p.t.Context(), p.input, p.number, "", p.key())
		require.NoError(p.t, err)
		p.says(contract.UpdateChooseDevice, contract.DeviceChoice{Device: contract.Device{EID: workflowtest.AnotherEID}})
		p.says(contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: workflowtest.Msisdn})
		p.fillsESIMWizard()
		p.pays("p1")
		p.untilCodeIsOut(1)
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"esim-failed-then-reissued": func(p *recording) {
		p.hasESIM()
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileError, contract.FailProfileNoMemory)
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.installs(workflowtest.SecondESIM)
		p.ends(contract.StageActive)
	},
	"esim-reissued-for-another-phone": func(p *recording) {
		p.hasESIM()
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileError, contract.FailDeviceUnsupported)
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{Device: &contract.Device{EID: workflowtest.AnotherEID}})
		p.installs(workflowtest.SecondESIM)
		p.ends(contract.StageActive)
	},
	"esim-reissues-used-up": func(p *recording) {
		p.input.Settings.ESIM.MaxReissues = 1
		p.hasESIM()
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.isRefused(contract.FailReissueLimit, contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveRetry, nil)
		p.untilCodeIsOut(3)
		p.installs(workflowtest.ThirdESIM)
		p.ends(contract.StageActive)
	},
	"esim-reissue-refused-then-retried": func(p *recording) {
		p.hasESIM()
		p.outside.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
		p.isRefused(contract.FailProfileNotReady, contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.untilStage(contract.StageHeld)
		p.outside.Fails("order-profile", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.untilCodeIsOut(2)
		p.installs(workflowtest.SecondESIM)
		p.ends(contract.StageActive)
	},
	"esim-asked-for-again-while-support-retries": func(p *recording) {
		p.hasESIM()
		p.outside.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
		p.isRefused(contract.FailProfileNotReady, contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.untilStage(contract.StageHeld)
		p.outside.Fails("order-profile", workflowtest.ErrOutage)
		refused := p.outside.Happened("order-profile")
		p.resolves(contract.ResolveRetry, nil)
		require.Eventually(p.t, func() bool { return p.outside.Happened("order-profile") > refused }, time.Minute, 10*time.Millisecond)
		reissued := p.asks(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.outside.Fails("order-profile", nil)
		require.NoError(p.t, reissued())
		p.installs(workflowtest.SecondESIM)
		p.ends(contract.StageActive)
	},
	"esim-held-then-retried": func(p *recording) {
		p.outside.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
		p.paysForESIM()
		p.untilStage(contract.StageHeld)
		p.outside.Fails("order-profile", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.untilCodeIsOut(1)
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"esim-held-then-amended": func(p *recording) {
		p.outside.Fails("order-profile", workflowtest.No(contract.FailDeviceUnsupported))
		p.paysForESIM()
		p.untilStage(contract.StageHeld)
		p.outside.Fails("order-profile", nil)
		p.resolves(contract.ResolveAmend, &contract.Amendments{Device: &contract.Device{EID: workflowtest.AnotherEID}})
		p.untilCodeIsOut(2)
		p.installs(workflowtest.SecondESIM)
		p.ends(contract.StageActive)
	},
	"esim-promise-missed": func(p *recording) {
		p.input.Settings.ESIM.ReadyWithin = 2 * time.Second
		p.outside.Fails("order-profile", workflowtest.No(contract.FailProfileOutOfStock))
		p.paysForESIM()
		p.ends(contract.StageCancelled)
	},
	"esim-reminded-then-skipped": func(p *recording) {
		p.input.Settings.ESIM.RemindAfter, p.input.Settings.ESIM.InstallWithin = time.Second, 2*time.Second
		p.hasESIM()
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveSkip, nil)
		p.ends(contract.StageActive)
	},
	"esim-cancelled-with-code-out": func(p *recording) {
		p.hasESIM()
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"esim-too-late-to-cancel": func(p *recording) {
		p.hasESIM()
		p.outside.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate))
		p.isRefused(contract.FailCancelTooLate, contract.UpdateCancel, contract.CancelRequest{Reason: "changed-mind"})
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"esim-cancelled-by-support-once-installed": func(p *recording) {
		p.outside.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
		p.hasESIM()
		p.installs(workflowtest.FirstESIM)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"esim-number-lost-then-replaced": func(p *recording) {
		p.wantsESIM()
		p.input.Settings.HoldFor, p.input.Settings.HoldCap = 2*time.Second, 2*time.Second
		p.outside.Charges[p.payment("p1")] = contract.PaymentPending
		p.outside.Outcomes[p.payment("p1")] = workflowtest.PendingFor(1, contract.PaymentPaid)
		p.opens()
		p.fillsESIMWizard()
		p.pays("p1")
		p.books.GiveToOtherOrder(workflowtest.Msisdn)
		p.untilStage(contract.StageNumberLost)
		p.says(contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: workflowtest.Another})
		p.untilCodeIsOut(1)
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"esim-report-refused-by-the-books": func(p *recording) {
		p.books.Fails("profile-downloaded", workflowtest.No(contract.FailNumberUnknown))
		p.hasESIM()
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.sendsReport(workflowtest.FirstESIM, contract.ProfileInstalled, "") // of the replaced profile
		p.sendsReport(workflowtest.SecondESIM, contract.ProfileDownloaded, "")
		p.untilFailed("profile-downloaded")
		p.phoneReports(workflowtest.SecondESIM, contract.ProfileInstalled, "")
		p.ends(contract.StageActive)
	},
	"esim-reported-before-its-profile-is-noted": func(p *recording) {
		p.hasESIM()
		p.sendsReport(workflowtest.ThirdESIM, contract.ProfileDownloaded, "") // which this order never gets
		p.sendsReport(workflowtest.SecondESIM, contract.ProfileInstalled, "")
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.ends(contract.StageActive)
	},
	"esim-report-that-is-no-news": func(p *recording) {
		p.outside.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
		p.hasESIM()
		p.sendsReport(workflowtest.FirstESIM, contract.ProfileInstalled, "")
		p.untilStage(contract.StageHeld)
		p.sendsReport(workflowtest.FirstESIM, contract.ProfileDownloaded, "")
		p.outside.Fails("switch-on", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
	"esim-downloaded-in-the-row-when-its-profile-is-ordered": func(p *recording) {
		p.books.HappensDuring("order-profile", func() {
			p.books.Forgets(func(o *contract.Order) {
				o.Stage = contract.StageDelivered
				o.Profile = &contract.Profile{
					ICCID: workflowtest.FirstESIM, MatchingID: "CODE-1", SMDPAddress: "rsp.example", State: contract.ProfileDownloaded, Issued: 1,
				}
			})
		})
		p.paysForESIM()
		p.until(func(o contract.Order) bool { return o.Profile != nil && o.Profile.State == contract.ProfileDownloaded })
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileInstalled, "")
		p.ends(contract.StageActive)
	},
	"esim-called-off-after-a-worker-died": func(p *recording) {
		p.isCalledOffWhileCharged(func(o *contract.Order) {
			o.Stage = contract.StagePlaced
			*o = order.Promised(*o, time.Now().Add(time.Hour))
		})
		p.paysForESIM()
		p.ends(contract.StageCancelled)
	},
	"esim-failed-after-the-last-reissue": func(p *recording) {
		p.input.Settings.ESIM.MaxReissues = 1
		p.hasESIM()
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.phoneReports(workflowtest.SecondESIM, contract.ProfileError, contract.FailProfileNoMemory)
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveRetry, nil)
		p.untilCodeIsOut(3)
		p.installs(workflowtest.ThirdESIM)
		p.ends(contract.StageActive)
	},
	"esim-silent-again-after-support-waited": func(p *recording) {
		p.input.Settings.ESIM.RemindAfter, p.input.Settings.ESIM.InstallWithin = 2*time.Second, time.Minute
		p.hasESIM()
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileDownloaded, "")
		for range 2 {
			p.untilStage(contract.StageHeld)
			p.resolves(contract.ResolveRetry, nil)
		}
		p.phoneReports(workflowtest.FirstESIM, contract.ProfileInstalled, "")
		p.ends(contract.StageActive)
	},
	"esim-cancelled-by-operator-during-reissue": func(p *recording) {
		p.hasESIM()
		p.outside.Fails("order-profile", workflowtest.ErrOutage)
		reissued := p.asks(contract.UpdateReissueProfile, contract.ReissueRequest{})
		require.Eventually(p.t, func() bool { return p.outside.Happened("order-profile") > 0 }, time.Minute, 10*time.Millisecond)
		p.operatorCancels()
		require.Error(p.t, reissued())
		p.ends(contract.StageCancelled)
	},
	"esim-on-the-phone-when-an-operator-cancels": func(p *recording) {
		p.outside.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate))
		p.hasESIM()
		p.operatorCancels()
		p.ends(contract.StageCancelled)
	},
	"esim-reissued-though-the-first-is-on-a-phone": func(p *recording) {
		p.outside.Fails("cancel-profile", workflowtest.No(contract.FailCancelTooLate))
		p.hasESIM()
		p.says(contract.UpdateReissueProfile, contract.ReissueRequest{})
		p.installs(workflowtest.SecondESIM)
		p.ends(contract.StageActive)
	},
}

func (p *recording) wantsESIM() {
	p.input.Order.Kind, p.input.Order.Device = contract.KindESIM, &contract.Device{Model: workflowtest.Phone}
}

// fillsESIMWizard takes every step after the number.
func (p *recording) fillsESIMWizard() {
	p.says(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
	p.says(contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
	p.identity("order1", contract.IdentityCompleted)
	p.says(contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	p.says(contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: workflowtest.ESIMTotal})
}

func (p *recording) paysForESIM() {
	p.wantsESIM()
	p.opens()
	p.fillsESIMWizard()
	p.pays("p1")
}

func (p *recording) hasESIM() {
	p.paysForESIM()
	p.untilCodeIsOut(1)
}

func (p *recording) untilCodeIsOut(issue int) {
	p.until(func(o contract.Order) bool {
		return o.Profile != nil && o.Profile.Issued == issue && o.Profile.State == contract.ProfileReleased
	})
}

func (p *recording) phoneReports(iccid string, state contract.ProfileState, failure contract.Code) {
	p.sendsReport(iccid, state, failure)
	p.until(func(o contract.Order) bool { return o.Profile.State == state })
}

func (p *recording) sendsReport(iccid string, state contract.ProfileState, failure contract.Code) {
	p.reports(contract.OrderWorkflowID(p.id()), contract.SignalProfileReported, contract.ProfileReported{
		EventID: "e-" + iccid + string(state), ICCID: iccid, State: state, Failure: failure, At: time.Now().UTC(),
	})
}

func (p *recording) installs(iccid string) {
	p.phoneReports(iccid, contract.ProfileDownloaded, "")
	p.phoneReports(iccid, contract.ProfileInstalled, "")
}
