package cache

import (
	"context"
	"fmt"
	"strconv"

	"github.com/redis/go-redis/v9"
)

// PublishOrder tells every open page of an order that its state seq is in the store. It is a hint: pages also poll.
func (c *Cache) PublishOrder(ctx context.Context, orderID string, seq int64) error {
	if err := c.redis.Publish(ctx, orderChannel(orderID), seq).Err(); err != nil {
		return fmt.Errorf("publish order change: %w", err)
	}
	return nil
}

// SubscribeOrder delivers the seq of each change of an order until close is called. Once it returns no change is missed,
// as long as Redis is there; while it is away the channel is silent, afterwards it goes on.
func (c *Cache) SubscribeOrder(ctx context.Context, orderID string) (changes <-chan int64, closeFn func()) {
	subscription := c.redis.Subscribe(ctx, orderChannel(orderID))
	// the confirmation; without it the subscription is tried again in the background
	_, _ = subscription.ReceiveTimeout(ctx, answerWithin)
	ctx, cancel := context.WithCancel(ctx)
	seqs := make(chan int64, 1)
	go forward(ctx, subscription.Channel(), seqs)
	return seqs, func() {
		cancel()
		_ = subscription.Close() // the connection is given up either way
	}
}

func forward(ctx context.Context, messages <-chan *redis.Message, seqs chan<- int64) {
	for {
		select {
		case <-ctx.Done():
			return
		case message, ok := <-messages:
			if !ok {
				return
			}
			seq, err := strconv.ParseInt(message.Payload, 10, 64)
			if err != nil {
				continue // not ours
			}
			select {
			case seqs <- seq:
			case <-ctx.Done():
				return
			}
		}
	}
}

func orderChannel(orderID string) string { return "order:" + orderID }
