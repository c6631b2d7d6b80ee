package activities_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/payment"
)

var toPay = contract.PaymentInput{
	OrderID: "o1", PaymentID: "p1", CardToken: "tok_1", ReturnURL: "https://app.example/back", Amount: 14500,
}

func TestChargeCard_AnswersWhatTheProviderSays(t *testing.T) {
	provider := &cardProvider{charge: payment.Result{
		Status: contract.PaymentChallenge, Brand: "MADA", Last4: "4242", ChallengeURL: "https://bank.example/3ds",
	}}
	answer, err := activities.NewPayments(provider).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{
		ID: "p1", Status: contract.PaymentChallenge, Amount: 14500, Brand: "MADA", Last4: "4242", ChallengeURL: "https://bank.example/3ds",
	}, answer)
	require.Equal(t, []payment.Charge{{
		PaymentID: "p1", CardToken: "tok_1", Amount: 14500, ReturnURL: "https://app.example/back",
	}}, provider.charges, "our payment id is the idempotency key")
}

func TestChargeCard_ADeclineKeepsItsReason(t *testing.T) {
	provider := &cardProvider{charge: payment.Result{Status: contract.PaymentDeclined, DeclineCode: "insufficient_funds"}}
	answer, err := activities.NewPayments(provider).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentDeclined, Amount: 14500, DeclineCode: "insufficient_funds"}, answer)
}

func TestChargeCard_AnUnknownOutcomeIsAPendingPaymentNotAnotherTry(t *testing.T) {
	answer, err := activities.NewPayments(&cardProvider{chargeErr: errUnknown}).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentPending, Amount: 14500}, answer)
}

func TestChargeCard_ARefusedTokenIsADecline(t *testing.T) {
	answer, err := activities.NewPayments(&cardProvider{chargeErr: refusedWith("token_used")}).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentDeclined, Amount: 14500, DeclineCode: "token_used"}, answer)
}

func TestChargeCard_WhatWasNotTakenIsTriedAgain(t *testing.T) {
	answer, err := activities.NewPayments(&cardProvider{chargeErr: errRetry}).ChargeCard(ctx, toPay)
	requireRetry(t, err)
	require.Zero(t, answer)
}

func TestInquirePayment_AnswersWhatBecameOfTheCharge(t *testing.T) {
	provider := &cardProvider{inquiry: payment.Result{Status: contract.PaymentPaid, Brand: "VISA", Last4: "1111"}}
	answer, err := activities.NewPayments(provider).InquirePayment(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: 14500, Brand: "VISA", Last4: "1111"}, answer)
	require.Equal(t, []string{"p1"}, provider.inquired)
	require.Empty(t, provider.charges, "asking never charges")
}

func TestInquirePayment_AChargeTheProviderNeverSawIsAbandoned(t *testing.T) {
	answer, err := activities.NewPayments(&cardProvider{inquiryErr: errNotFound}).InquirePayment(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentAbandoned, answer.Status)
}

func TestInquirePayment_NoAnswerIsNoOutcome(t *testing.T) {
	for _, silent := range []error{errRetry, errUnknown} {
		_, err := activities.NewPayments(&cardProvider{inquiryErr: silent}).InquirePayment(ctx, toPay)
		requireRetry(t, err)
	}
	_, err := activities.NewPayments(&cardProvider{inquiryErr: refusedWith("forbidden")}).InquirePayment(ctx, toPay)
	requireRefusal(t, err, contract.FailOutcomeUnknown)
}

func TestRefundPayment_SortsTheAnswer(t *testing.T) {
	request := contract.RefundRequest{PaymentID: "p1", Amount: 12000}
	provider := &cardProvider{}
	refund := func() error { return activities.NewPayments(provider).RefundPayment(ctx, request) }
	require.NoError(t, refund())
	require.NoError(t, refund(), "the provider refunds a payment once")
	require.Equal(t, []string{"p1", "p1"}, provider.refunded)
	require.Equal(t, []contract.Halalas{12000, 12000}, provider.refundedAmounts)
	for _, again := range []error{errRetry, errUnknown, errNotFound} {
		provider.refundErr = again
		requireRetry(t, refund())
	}
	provider.refundErr = refusedWith("refund_refused")
	requireRefusal(t, refund(), contract.FailRefundRefused)
}
