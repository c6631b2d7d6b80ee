package workflowtest

import (
	"context"

	"selfcare/internal/contract"
)

func (x *Outside) FindTopUpOperator(context.Context, contract.TopUpQuestion) (contract.TopUpOffer, error) {
	return contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India"}, x.does("find-operator")
}

func (x *Outside) ListTopUpProducts(_ context.Context, offer contract.TopUpOffer) (contract.TopUpOffer, error) {
	gets := contract.ForeignAmount{Amount: "100.00", Currency: "INR"}
	offer.Products = []contract.TopUpProduct{{ID: "21511", ServiceID: "1", Kind: contract.AirTime, Gets: gets, Cost: 455}}
	return offer, x.does("list-products")
}

// SendTopUp sends once under a purchase, however often it is asked.
func (x *Outside) SendTopUp(_ context.Context, in contract.TopUpOrder) (contract.TopUpSent, error) {
	const effect = "top-up"
	if err := x.try(effect); err != nil {
		return contract.TopUpSent{}, err
	}
	if len(x.Did(effect)) == 0 {
		x.write(effect + " " + in.ProductID)
	}
	return topUpSent, x.lost(effect)
}

// FindTopUp finds what SendTopUp has sent.
func (x *Outside) FindTopUp(_ context.Context, _ contract.TopUpOrder) (contract.TopUpFound, error) {
	if err := x.does("find-top-up"); err != nil || len(x.Did("top-up")) == 0 {
		return contract.TopUpFound{}, err
	}
	return contract.TopUpFound{Sent: &topUpSent}, nil
}

var topUpSent = contract.TopUpSent{Reference: "900001", Told: true}
