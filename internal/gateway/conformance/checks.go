package conformance

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/registry"
)

const (
	oneRiyal      contract.Halalas = 100
	unknownPerson                  = "1999999998"
	unknownICCID                   = "8996606999999999999"
	landline                       = "0112345678"
)

// validateError returns an error unless one error is the other.
func validateError(want, got error) error {
	if errors.Is(got, want) {
		return nil
	}
	return fmt.Errorf("the answer is %w, and has to be: %w", orNone(got), want)
}

var errNone = errors.New("no error")

func orNone(err error) error {
	if err == nil {
		return errNone
	}
	return err
}

// validateCode returns an error unless an error is a refusal with a code.
func validateCode(want string, got error) error {
	var refused *gateway.Refusal
	if errors.As(got, &refused) && refused.Code == want {
		return nil
	}
	return fmt.Errorf("the answer is %w, and has to be a refusal with the code %s", orNone(got), want)
}

// validateSame returns an error unless two answers are the same.
func validateSame[T comparable](what string, first, again T) error {
	if first == again {
		return nil
	}
	return fmt.Errorf("%s: first %v, then %v", what, first, again)
}

var paymentChecks = []Check{
	{
		Name: "an unknown payment is not found",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			_, err := g.Payment.Inquire(ctx, uuid.NewString())
			return validateError(gateway.ErrNotFound, err)
		},
	},
	{
		Name: "the settlements of a day are listed",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			_, err := g.Payment.ListSettlements(ctx, time.Now().AddDate(0, 0, -2).Format(time.DateOnly))
			return err
		},
	},
	{
		Name:  "one riyal is paid once, found by our id, and given back once",
		Needs: require("--card-token", func(in Given) string { return in.CardToken }),
		Run:   payAndRefund,
	},
}

func payAndRefund(ctx context.Context, g *partners.Gateways, in Given) error {
	charge := payment.Charge{PaymentID: uuid.NewString(), CardToken: in.CardToken, Amount: oneRiyal, ReturnURL: in.ReturnURL}
	first, err := g.Payment.Charge(ctx, charge)
	if err != nil {
		return fmt.Errorf("pay: %w", err)
	}
	if first.Status != contract.PaymentPaid {
		return fmt.Errorf("the payment is %s %s: give the token of a card that pays without 3-D Secure", first.Status, first.DeclineCode)
	}
	again, err := g.Payment.Charge(ctx, charge)
	if err != nil {
		return fmt.Errorf("pay again with the same id: %w", err)
	}
	if err := validateSame("the payment and its repeat", first, again); err != nil {
		return err
	}
	found, err := g.Payment.Inquire(ctx, charge.PaymentID)
	if err != nil || found.Status != contract.PaymentPaid {
		return fmt.Errorf("find the payment: it is %s: %w", found.Status, orNone(err))
	}
	for _, doing := range []string{"give it back", "give it back again"} {
		if err := g.Payment.Refund(ctx, charge.PaymentID, oneRiyal); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
	found, err = g.Payment.Inquire(ctx, charge.PaymentID)
	if err != nil || found.Status != contract.PaymentRefunded {
		return fmt.Errorf("find the refund: the payment is %s: %w", found.Status, orNone(err))
	}
	return nil
}

// writeTest returns a message that says that it is a test.
func writeTest(channel, to string) messages.Message {
	return messages.Message{
		Key: "conformance-" + uuid.NewString() + "-" + channel, Channel: channel, To: to, Class: "transactional", Language: "en",
		Subject: "A test of Selfcare", Text: "This is a test of the connection of Selfcare.",
	}
}

// sendTwice sends a message, and once more as after a lost answer.
func sendTwice(ctx context.Context, g messages.Gateway, m messages.Message) error {
	if err := g.Send(ctx, m); err != nil {
		return err
	}
	m.Repeated = true
	if err := g.Send(ctx, m); err != nil {
		return fmt.Errorf("send it again with the same key: %w", err)
	}
	return nil
}

var smsChecks = []Check{
	{
		Name: "a landline gets no SMS",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			return validateCode(messages.AddressInvalid, g.SMS.Send(ctx, writeTest(messages.SMS, landline)))
		},
	},
	{
		Name:  "an SMS is taken, and its repeat as well",
		Needs: require("--mobile", func(in Given) string { return in.Mobile }),
		Run: func(ctx context.Context, g *partners.Gateways, in Given) error {
			return sendTwice(ctx, g.SMS, writeTest(messages.SMS, in.Mobile))
		},
	},
}

var emailChecks = []Check{
	{
		Name:  "a letter is taken, and its repeat as well",
		Needs: require("--email", func(in Given) string { return in.Email }),
		Run: func(ctx context.Context, g *partners.Gateways, in Given) error {
			return sendTwice(ctx, g.Email, writeTest(messages.Email, in.Email))
		},
	},
}

var identityChecks = []Check{
	{
		Name: "an unknown push is not found",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			_, err := g.Identity.Status(ctx, uuid.NewString(), unknownPerson, "10")
			return validateError(gateway.ErrNotFound, err)
		},
	},
	{
		Name:  "a push is sent, and waits",
		Needs: require("--id-number", func(in Given) string { return in.IDNumber }),
		Run:   push,
	},
}

func push(ctx context.Context, g *partners.Gateways, in Given) error {
	sent, err := g.Identity.Request(ctx, identity.Ask{RequestID: uuid.NewString(), IDNumber: in.IDNumber, Language: "en"})
	if err != nil {
		return err
	}
	if !regexp.MustCompile(`^[0-9]{2}$`).MatchString(sent.Random) {
		return fmt.Errorf("the number of the push is %q, and has to have two digits", sent.Random)
	}
	status, err := g.Identity.Status(ctx, sent.TransactionID, in.IDNumber, sent.Random)
	if err != nil {
		return err
	}
	return validateSame("the status", contract.IdentityWaiting, status)
}

var courierChecks = []Check{
	{
		Name: "pick-up branches are listed, with an id and a place",
		Run:  readBranches,
	},
	{
		Name: "an unknown parcel is not found by our reference",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			_, err := g.Courier.Inquire(ctx, uuid.NewString()+"-1")
			return validateError(gateway.ErrNotFound, err)
		},
	},
	{
		Name: "one parcel is booked once, has a label, and is found by our reference",
		Needs: require("--parcel", func(in Given) string {
			if in.Parcel {
				return "yes"
			}
			return ""
		}),
		Run: bookParcel,
	},
}

func readBranches(ctx context.Context, g *partners.Gateways, _ Given) error {
	branches, err := g.Courier.Branches(ctx)
	if err != nil {
		return err
	}
	if len(branches) == 0 {
		return errors.New("no branch is listed")
	}
	for _, b := range branches {
		if b.ID == "" || b.City == "" {
			return fmt.Errorf("a branch has no id or no city that we know: %+v", b)
		}
	}
	return nil
}

// readLabel returns an error unless a booked parcel has a label, or the courier hands out none.
func readLabel(ctx context.Context, g *partners.Gateways, airwayBill string) error {
	label, err := g.Courier.Label(ctx, airwayBill)
	var refused *gateway.Refusal
	switch {
	case errors.As(err, &refused) && refused.Code == courier.LabelNotOffered:
		return nil
	case err != nil:
		return fmt.Errorf("the label: %w", err)
	case len(label) > contract.LargestLabel:
		return fmt.Errorf("the label has %d bytes, and may have %d", len(label), contract.LargestLabel)
	}
	return nil
}

func bookParcel(ctx context.Context, g *partners.Gateways, in Given) error {
	parcel := courier.Parcel{
		Reference: uuid.NewString() + "-1", OrderNumber: "SCTEST0001",
		Contact: contract.Contact{FullName: "Selfcare Test", Mobile: "0500000000"},
		Delivery: contract.Delivery{
			Method:  contract.DeliverHome,
			Address: &contract.Address{City: "riyadh", Area: "Al Olaya", Street: "King Fahd Road", BuildingNumber: "1"},
		},
	}
	first, err := g.Courier.Book(ctx, parcel)
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	again, err := g.Courier.Book(ctx, parcel)
	if err != nil {
		return fmt.Errorf("book again under the same reference: %w", err)
	}
	if err := validateSame("the booking and its repeat", first.Number, again.Number); err != nil {
		return err
	}
	if err := readLabel(ctx, g, first.Number); err != nil {
		return err
	}
	found, err := g.Courier.Inquire(ctx, parcel.Reference)
	if err != nil {
		return fmt.Errorf("find the booking: %w", err)
	}
	return validateSame("the booking and the one that is found", first.Number, found.Number)
}

var esimChecks = []Check{
	{
		Name: "an unknown profile is refused",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			return validateCode(esim.CodeUnknown, g.ESIM.Cancel(ctx, esim.Order{Reference: uuid.NewString() + "-1", ICCID: unknownICCID}))
		},
	},
	{
		Name:  "one profile is made for a reference, its code stays the same, and it is cancelled",
		Needs: require("", nil),
		Run:   makeProfile,
	},
}

func makeProfile(ctx context.Context, g *partners.Gateways, _ Given) (err error) {
	order := esim.Order{Reference: uuid.NewString() + "-1"}
	if order.ICCID, err = g.ESIM.Download(ctx, order); err != nil {
		return fmt.Errorf("order: %w", err)
	}
	repeated, err := g.ESIM.Download(ctx, order)
	if err != nil {
		return fmt.Errorf("order again under the same reference: %w", err)
	}
	code, err := g.ESIM.Confirm(ctx, order)
	if err != nil {
		return fmt.Errorf("confirm: %w", err)
	}
	again, err := g.ESIM.Confirm(ctx, order)
	if err != nil {
		return fmt.Errorf("confirm again: %w", err)
	}
	order.MatchingID = code.MatchingID
	if err := g.ESIM.Cancel(ctx, order); err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	return errors.Join(validateSame("the profile and that of the repeat", order.ICCID, repeated), validateSame("the code and that of the repeat", code, again))
}

var topUpChecks = []Check{
	{
		Name: "an unknown top-up is not found by our key",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			_, err := g.TopUp.Find(ctx, uuid.NewString())
			return validateError(gateway.ErrNotFound, err)
		},
	},
	{
		Name: "the operator of a number abroad has products",
		Needs: func(in Given) string {
			if in.Abroad == "" {
				return "--abroad"
			}
			return ""
		},
		Run: func(ctx context.Context, g *partners.Gateways, in Given) error {
			operator, err := g.TopUp.Operator(ctx, in.Abroad)
			if err != nil {
				return fmt.Errorf("find the operator: %w", err)
			}
			products, err := g.TopUp.Products(ctx, operator.ID)
			if err == nil && len(products) == 0 {
				return fmt.Errorf("%s has no product", operator.Name)
			}
			return err
		},
	},
}

var registryChecks = []Check{
	{
		Name: "an ID and a birth date that do not belong together are not found",
		Run: func(ctx context.Context, g *partners.Gateways, _ Given) error {
			_, err := g.Registry.LookUp(ctx, registry.Query{IDNumber: unknownPerson, BirthDate: "1900-01-01", Calendar: contract.CalendarGregorian})
			return validateError(gateway.ErrNotFound, err)
		},
	},
}
