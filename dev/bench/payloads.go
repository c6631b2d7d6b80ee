package bench

import (
	"context"
	"errors"

	commonpb "go.temporal.io/api/common/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const (
	worthOfSealing = 0.95
	sealingRounds  = 3 // times as many as of other figures: two stacks share the machine, and the difference is small
)

// sealing compares orders on two stacks that differ only in their payloads: packed and sealed, or plain.
func (b *Bench) sealing(ctx context.Context) (figures []Figure, err error) {
	sealed, inClear := b.beside(b.Devstack, portsApart), b.beside(b.InClear, 2*portsApart)
	for _, one := range []*Bench{sealed, inClear} {
		defer func() { err = errors.Join(err, one.close(ctx)) }()
		if err := one.open(ctx); err != nil {
			return nil, err
		}
		if _, err := one.eSIMOrders(ctx, eSIMsARound); err != nil { // plans statements, fills connections and caches
			return nil, err
		}
	}
	var ratios, with, without []float64
	for n := range sealingRounds * b.Rounds {
		ours, plain, err := bothWays(ctx, n%2 == 0, sealed, inClear)
		if err != nil {
			return nil, err
		}
		ratios, with, without = append(ratios, ours/plain), append(with, ours), append(without, plain)
	}
	f := figure("P14", "eSIM orders per second with payloads packed and encrypted", "the same with payloads in clear", atLeast(worthOfSealing), ratios)
	f.Absolute = map[string]float64{"sealedPerSecond": median(with), "inClearPerSecond": median(without)}
	f.Note = notef("%.1f against %.1f orders per second; %d orders a round", median(with), median(without), eSIMsARound)
	return []Figure{f}, nil
}

// bothWays measures the first stack before the second, or after it: leftover work of one slows the other.
func bothWays(ctx context.Context, firstFirst bool, first, second *Bench) (one, other float64, err error) {
	if !firstFirst {
		other, one, err = bothWays(ctx, true, second, first)
		return one, other, err
	}
	if one, err = first.eSIMOrders(ctx, eSIMsARound); err != nil {
		return 0, 0, err
	}
	other, err = second.eSIMOrders(ctx, eSIMsARound)
	return one, other, err
}

// beside is a bench with its own stack, on other ports.
func (b *Bench) beside(devstack string, apart int) *Bench {
	o := b.Options
	o.Devstack, o.Ports = devstack, b.Ports.apart(apart)
	return &Bench{Options: o, log: b.log}
}

// payloadBytes is the size of all payloads within a message, as Temporal stores them.
func payloadBytes(m protoreflect.Message) (bytes int) {
	if payload, ok := m.Interface().(*commonpb.Payload); ok {
		return proto.Size(payload)
	}
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.IsMap() && field.MapValue().Message() != nil:
			value.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				bytes += payloadBytes(v.Message())
				return true
			})
		case field.IsList() && field.Message() != nil:
			for i := range value.List().Len() {
				bytes += payloadBytes(value.List().Get(i).Message())
			}
		case !field.IsMap() && !field.IsList() && field.Message() != nil:
			bytes += payloadBytes(value.Message())
		}
		return true
	})
	return bytes
}
