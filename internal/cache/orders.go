package cache

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// ordersChannel carries the changes of all orders as "<order id> <seq>".
const ordersChannel = "orders"

// PublishChange tells every open page of an order that the state seq is stored. It is only a hint, because pages also poll.
func (c *Cache) PublishChange(ctx context.Context, orderID string, seq int64) error {
	if err := c.redis.Publish(ctx, ordersChannel, fmt.Sprintf("%s %d", orderID, seq)).Err(); err != nil {
		return fmt.Errorf("publish change: %w", err)
	}
	return nil
}

// SubscribeOrder delivers the seq of the newest change of an order until close is called. From its return on it misses no change
// while Redis is available; during an outage the channel is silent, and afterwards it continues. All pages of this process share
// one subscription.
func (c *Cache) SubscribeOrder(ctx context.Context, orderID string) (changes <-chan int64, closeFn func()) {
	page := make(chan int64, 1)
	c.changes.add(orderID, page)
	c.changes.listen(ctx, c.redis)
	return page, func() { c.changes.remove(orderID, page) }
}

// orderChanges passes the messages of one subscription on to the open pages of this process.
type orderChanges struct {
	start        sync.Once
	subscription *redis.PubSub

	mu    sync.Mutex
	pages map[string]map[chan int64]struct{} // by order
}

// listen subscribes when the first page opens. If the confirmation does not arrive, the client retries in the background.
func (o *orderChanges) listen(ctx context.Context, client *redis.Client) {
	o.start.Do(func() {
		ctx = context.WithoutCancel(ctx) // it outlives the first page
		o.subscription = client.Subscribe(ctx, ordersChannel)
		_, _ = o.subscription.ReceiveTimeout(ctx, answerWithin)
		go o.forward(o.subscription.Channel())
	})
}

// stop ends the subscription, or prevents it.
func (o *orderChanges) stop() {
	o.start.Do(func() {})
	if o.subscription != nil {
		_ = o.subscription.Close() // the connection is closed either way
	}
}

func (o *orderChanges) forward(messages <-chan *redis.Message) {
	for message := range messages {
		orderID, seq, _ := strings.Cut(message.Payload, " ")
		if n, err := strconv.ParseInt(seq, 10, 64); err == nil { // otherwise another program wrote the message
			o.offer(orderID, n)
		}
	}
}

// offer never blocks: a slow page gets the newest change, not each of them.
func (o *orderChanges) offer(orderID string, seq int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for page := range o.pages[orderID] {
		newest := seq
		select {
		case waiting := <-page:
			newest = max(newest, waiting)
		default:
		}
		page <- newest // the buffer holds one, and this is the only writer
	}
}

func (o *orderChanges) add(orderID string, page chan int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pages == nil {
		o.pages = map[string]map[chan int64]struct{}{}
	}
	if o.pages[orderID] == nil {
		o.pages[orderID] = map[chan int64]struct{}{}
	}
	o.pages[orderID][page] = struct{}{}
}

func (o *orderChanges) remove(orderID string, page chan int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.pages[orderID], page)
	if len(o.pages[orderID]) == 0 {
		delete(o.pages, orderID)
	}
}
