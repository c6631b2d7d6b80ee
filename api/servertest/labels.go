package servertest

import "context"

// FakeLabels plays the workflow that asks the courier for labels.
type FakeLabels struct {
	Err   error
	Asked []string
}

// Of returns a label with the airway bill in it.
func (f *FakeLabels) Of(_ context.Context, airwayBill string) ([]byte, error) {
	f.Asked = append(f.Asked, airwayBill)
	return []byte("%PDF-1.7 " + airwayBill), f.Err
}
