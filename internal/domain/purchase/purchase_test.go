package purchase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/supportcase"
)

var figures = purchase.Figures{VATPercent: 15, Minimum: 1000, Maximum: 100_000, CardCheck: 100}

func TestDefinitions_EachKind_IsComplete(t *testing.T) {
	for kind, d := range purchase.Definitions {
		require.NotEmpty(t, d.Ways, kind)
		require.NotEmpty(t, d.Delivers, kind)
		require.NotEmpty(t, d.Title, kind)
		for _, way := range d.Ways {
			require.NoError(t, purchase.ValidateWay(kind, way))
		}
	}
	require.Error(t, purchase.ValidateWay(contract.PurchaseRecharge, contract.PayBalance), "balance buys no balance")
	require.Error(t, purchase.ValidateWay("unknown", contract.PayCard))
}

// A new kind must define what support sees of a held purchase: its title, its effect on the customer, the decisions, and the
// refund.
func TestDefinitions_EachKind_HasConsoleText(t *testing.T) {
	for kind, d := range purchase.Definitions {
		require.True(t, texts.Has("case.title.purchase."+string(kind)), "no name of %s in the console", kind)
		require.NotEmpty(t, d.Unmet, kind)
		require.True(t, texts.Has("case.impact."+d.Unmet), "no text for the effect of %s on its customer", kind)
		for _, way := range d.Ways {
			require.NotEmpty(t, purchase.TakenBack[way], "no refund for %s", way)
		}
		for work, actions := range map[contract.Work][]string{
			contract.WorkDeliver: {contract.ResolveRetry, contract.ResolveCancel}, contract.WorkRefund: {contract.ResolveRetry, contract.ResolveSkip},
		} {
			held := contract.Purchase{Kind: kind, Stage: contract.PurchaseHeld, Held: &contract.HeldPurchase{Work: work}}
			for _, action := range actions {
				require.NoError(t, purchase.ValidateResolution(held, contract.Resolution{Action: action}), "%s of %s", action, kind)
			}
		}
	}
}

func TestPriced_FromBalance_HasNoVAT(t *testing.T) {
	for name, tt := range map[string]struct {
		kind       contract.PurchaseKind
		way        contract.PaymentMethod
		net        contract.Halalas
		total, vat contract.Halalas
	}{
		"recharge by card":  {contract.PurchaseRecharge, contract.PayCard, 5000, 5750, 750},
		"data by card":      {contract.PurchaseData, contract.PaySTCPay, 1050, 1208, 158},
		"data from balance": {contract.PurchaseData, contract.PayBalance, 1000, 1000, 0},
		"voucher":           {contract.PurchaseVoucher, contract.PayVoucher, 0, 0, 0},
		"a card check":      {contract.PurchaseCard, contract.PayCard, 0, 100, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got := purchase.Priced(contract.Purchase{Kind: tt.kind, Way: tt.way}, tt.net, figures)
			require.Equal(t, []contract.Halalas{tt.total, tt.vat}, []contract.Halalas{got.Total, got.VAT})
		})
	}
}

func TestValidateAmount_OutOfBounds_IsRefused(t *testing.T) {
	for amount, ok := range map[contract.Halalas]bool{999: false, 1000: true, 1050: false, 100_000: true, 100_100: false, 0: false, -1000: false} {
		require.Equal(t, ok, purchase.ValidateAmount(amount, figures) == nil, amount)
	}
}

func TestVoucherCode_Spelling_IsNormalised(t *testing.T) {
	for typed, want := range map[string]string{
		"vchr 20sa-r000 01": "VCHR20SAR00001", "١٢٣٤٥٦٧٨٩٠١٢٣٤": "12345678901234", "۱۲۳۴۵۶۷۸۹۰ABCD": "1234567890ABCD",
	} {
		got, err := purchase.VoucherCode(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, got)
	}
	for _, typed := range []string{"", "VCHR20SAR0001", "VCHR20SAR000001", "VCHR20SAR0000!", "شحن٢٠ريال٠٠٠١"} {
		_, err := purchase.VoucherCode(typed)
		require.Error(t, err, typed)
	}
}

func TestVoucher_Used_IsRefused(t *testing.T) {
	now := time.Date(2026, time.January, 4, 9, 0, 0, 0, time.UTC)
	good := purchase.Voucher{Value: 2000, ExpiresAt: now.Add(time.Second)}
	require.NoError(t, good.ValidateUse("p1", now))
	require.Error(t, good.ValidateUse("p1", now.Add(time.Second)))
	used := good
	used.UsedBy = "p1"
	require.NoError(t, used.ValidateUse("p1", now.AddDate(1, 0, 0)), "the same use again")
	require.Error(t, used.ValidateUse("p2", now))
	good.Blocked = true
	require.Error(t, good.ValidateUse("p1", now))
}

func TestBonus_TenthRecharge_PaysItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := purchase.BonusRules{Recharges: rapid.IntRange(1, 12).Draw(t, "recharges"), Percent: rapid.IntRange(0, 50).Draw(t, "percent")}
		var meter purchase.Meter
		var paid, given contract.Halalas
		for n := range rapid.IntRange(1, 60).Draw(t, "times") {
			amount := contract.Halalas(rapid.Int64Range(1, 100_000).Draw(t, "amount"))
			var bonus contract.Halalas
			bonus, meter = rules.Bonus(meter, amount)
			paid, given = paid+amount, given+bonus
			if (n+1)%rules.Recharges != 0 && bonus != 0 {
				t.Fatalf("recharge %d of %d gave %d", n+1, rules.Recharges, bonus)
			}
		}
		if given*100 > paid*contract.Halalas(rules.Percent) {
			t.Fatalf("%d came back of %d", given, paid)
		}
	})
}

func TestKinds_Postpaid_HasNoRecharge(t *testing.T) {
	require.Equal(t, []contract.PurchaseKind{contract.PurchaseRecharge, contract.PurchaseData, contract.PurchaseVoucher}, purchase.Kinds("prepaid"))
	require.Equal(t, []contract.PurchaseKind{contract.PurchaseData}, purchase.Kinds("postpaid"))
}

// templates lists all messages about purchases.
var templates = []string{
	"bundle-waits", "bundle-added", "bundle-added-by-friend", "recharged", "recharged-by-friend", "data-added", "data-added-by-friend", "card-kept", "purchase-refunded", "switch-failed", "switch-failed-unpaid",
	"credit-transfer-sent", "credit-transfer-received", "credit-transfer-failed",
	"data-transfer-sent", "data-transfer-received", "data-transfer-failed",
	"service-begun", "service-begun-on-bill", "service-failed", "service-failed-on-bill", "game-code", "game-failed",
	"international-transfer-sent", "international-transfer-sent-untold", "international-transfer-failed",
}

func TestTold_EachMessage_HasText(t *testing.T) {
	for _, template := range templates {
		require.True(t, texts.Has("message."+template), template)
		require.True(t, texts.Has("subject."+template), template)
	}
	told := map[string]bool{}
	for kind, d := range purchase.Definitions {
		for _, line := range []string{"mine", "a friend's"} {
			for _, stage := range []contract.PurchaseStage{contract.PurchaseCompleted, contract.PurchaseFailed} {
				if d.Delivers == purchase.Switch && stage == contract.PurchaseCompleted { // the workflow of the plan sends it
					continue
				}
				for _, way := range d.Ways {
					for _, m := range purchase.Messages(contract.Purchase{Kind: kind, Way: way, Stage: stage, PayerLineID: "mine", LineID: line}) {
						require.Contains(t, templates, m.Template)
						told[m.Template] = true
					}
				}
			}
		}
	}
	for _, template := range toldOfTopUp(t) {
		told[template] = true
	}
	later := contract.Purchase{
		Kind: contract.PurchaseGift, Stage: contract.PurchaseScheduled, PayerLineID: "mine", LineID: "a friend's", Total: 3000,
		EffectiveAt: time.Date(2026, time.December, 5, 21, 0, 0, 0, time.UTC), // midnight in Riyadh
	}
	waits := purchase.Messages(later)
	require.Len(t, waits, 1)
	require.Equal(t, []string{"bundle-waits", "bundle-waits:2026-12-06", "mine", "2026-12-06", "30.00"},
		[]string{waits[0].Template, waits[0].Key, waits[0].LineID, waits[0].Params["date"], waits[0].Params["total"]}, "who pays can change it")
	told[waits[0].Template] = true
	require.Len(t, told, len(templates))
	require.True(t, purchase.SendsOwnMessage(contract.PurchaseSwitch))
	require.False(t, purchase.SendsOwnMessage(contract.PurchaseData))
}

// toldOfTopUp returns the messages about an international top-up that arrived, with or without an SMS of its operator, and
// about one that failed.
func toldOfTopUp(t *testing.T) (templates []string) {
	t.Helper()
	transfer := contract.Purchase{Kind: contract.TransferInternational, Stage: contract.PurchaseCompleted, PayerLineID: "mine", LineID: "mine", Total: 505}
	transfer.International = &contract.TopUpTransfer{Mobile: "+919876543210", Gets: contract.ForeignAmount{Amount: "100.00", Currency: "INR"}, Cost: 455}
	failed := transfer
	failed.Stage = contract.PurchaseFailed
	for want, p := range map[string]contract.Purchase{
		purchase.MessageSentAbroad:       purchase.Sent(transfer, contract.PurchaseHandedOver{Sent: &contract.TopUpSent{Reference: "99", Told: true}}),
		purchase.MessageSentAbroadUntold: purchase.Sent(transfer, contract.PurchaseHandedOver{Sent: &contract.TopUpSent{Reference: "99"}}),
		"international-transfer-failed":  failed,
	} {
		require.Len(t, purchase.Messages(p), 1)
		notice := purchase.Messages(p)[0]
		require.Equal(t, []string{want, "mine", ""}, []string{notice.Template, notice.LineID, notice.Party})
		require.Equal(t, []string{"+91•••3210", "INR 100.00", "5.05"}, []string{notice.Params["to"], notice.Params["gets"], notice.Params["total"]})
		templates = append(templates, notice.Template)
	}
	require.Empty(t, transfer.International.Reference, "the input is unchanged")
	return templates
}

func TestRefused_EmptyAccount_IsFalse(t *testing.T) {
	for code, refused := range map[contract.Code]bool{
		contract.FailTopUpFunds: false, contract.FailOutsideSystem: false, contract.FailUnavailable: false, contract.FailInternal: false,
		contract.FailInternationalProduct: true, contract.FailInternationalUnserved: true, contract.FailInternationalRefused: true, contract.FailSwitchFailed: true,
	} {
		require.Equal(t, refused, purchase.Refused(code), code)
	}
}

func TestTakesTime_OtherSystem_IsTrue(t *testing.T) {
	for kind := range purchase.Definitions {
		require.Equal(t, kind == contract.PurchaseSwitch || kind == contract.TransferInternational || kind == contract.PurchaseService || kind == contract.PurchaseGame, purchase.TakesTime(kind), kind)
	}
}

func TestTold_Purchase_NamesBothSides(t *testing.T) {
	for name, tt := range map[string]struct {
		kind  contract.PurchaseKind
		way   contract.PaymentMethod
		stage contract.PurchaseStage
		want  []string // template, line, the other party
	}{
		"a friend's recharge":          {contract.PurchaseRecharge, contract.PayCard, contract.PurchaseCompleted, []string{"recharged-by-friend", "theirs", ""}},
		"a failed purchase":            {contract.PurchaseRecharge, contract.PayCard, contract.PurchaseFailed, []string{"purchase-refunded", "mine", ""}},
		"a switch that failed":         {contract.PurchaseSwitch, contract.PayCard, contract.PurchaseFailed, []string{"switch-failed", "mine", ""}},
		"a billed purchase":            {contract.PurchaseSwitch, contract.PayInvoice, contract.PurchaseFailed, []string{"switch-failed-unpaid", "mine", ""}},
		"a transfer: both sides":       {contract.TransferCredit, contract.PayBalance, contract.PurchaseCompleted, []string{"credit-transfer-sent", "mine", "theirs", "credit-transfer-received", "theirs", "mine"}},
		"a data transfer: both sides":  {contract.TransferData, contract.PayWallet, contract.PurchaseCompleted, []string{"data-transfer-sent", "mine", "theirs", "data-transfer-received", "theirs", "mine"}},
		"a transfer that did not work": {contract.TransferCredit, contract.PayBalance, contract.PurchaseFailed, []string{"credit-transfer-failed", "mine", "theirs"}},
	} {
		t.Run(name, func(t *testing.T) {
			var told []string
			for _, m := range purchase.Messages(contract.Purchase{Kind: tt.kind, Way: tt.way, Stage: tt.stage, PayerLineID: "mine", LineID: "theirs"}) {
				told = append(told, m.Template, m.LineID, m.Party)
			}
			require.Equal(t, tt.want, told)
		})
	}
}

func TestValidateBilled_Prepaid_Refused(t *testing.T) {
	for subscription, billed := range map[string]bool{"prepaid": false, "postpaid": true} {
		for _, way := range purchase.Definitions[contract.PurchaseSwitch].Ways {
			err := purchase.ValidateBilled(contract.PurchaseSwitch, way, subscription)
			require.Equal(t, billed == (way == contract.PayInvoice), err == nil, "%s by %s", subscription, way)
		}
		require.NoError(t, purchase.ValidateBilled(contract.PurchaseData, contract.PayCard, subscription))
		require.Error(t, purchase.ValidateBilled(contract.PurchaseData, contract.PayInvoice, subscription))
	}
}

func TestReceipted_Billed_IsFalse(t *testing.T) {
	done := contract.Purchase{Kind: contract.PurchaseSwitch, Stage: contract.PurchaseCompleted, Way: contract.PayBalance}
	require.True(t, purchase.Receipted(done))
	done.Way = contract.PayInvoice
	require.False(t, purchase.Receipted(done))
}

// A partner's outage holds many purchases: each kind can be retried in bulk, and support sees the effect before.
func TestDefinitions_EachKind_ResumesInBulk(t *testing.T) {
	for kind, d := range purchase.Definitions {
		for _, work := range []contract.Work{contract.WorkDeliver, contract.WorkRefund} {
			held := contract.Purchase{
				ID: "p", Number: "PU12345678", Kind: kind, Way: d.Ways[0], Stage: contract.PurchaseHeld,
				Held: &contract.HeldPurchase{Work: work, FailureCode: contract.FailNetworkRefused},
			}
			of := supportcase.Case{Kind: supportcase.Purchase, Variety: string(kind), Held: true, Work: work}
			require.NoError(t, supportcase.ValidateResume(of, "agent", time.Now()), kind)
			will, err := supportcase.OfPurchase(held, contract.Resolution{Action: contract.ResolveRetry})
			require.NoError(t, err, kind)
			require.Equal(t, []contract.Work{work}, will.Runs, kind)
			require.NotEmpty(t, will.Sentences, kind)
		}
	}
}
