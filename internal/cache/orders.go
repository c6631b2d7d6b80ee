package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/redis/go-redis/v9"
)

// ordersChannel carries the changes of all orders and plans, as "<id of order or line> <seq> <topic of the step>".
const ordersChannel = "orders"

// PublishChange tells every open page of an order, and whoever waits for the step that made it, that its state seq is in the
// store; so it does for the plan of a line. It is a hint: pages also poll, and a step is answered by its workflow too.
func (c *Cache) PublishChange(ctx context.Context, id string, seq int64, step string) error {
	if err := c.redis.Publish(ctx, ordersChannel, fmt.Sprintf("%s %d %s", id, seq, topicOf(id, step))).Err(); err != nil {
		return fmt.Errorf("publish change: %w", err)
	}
	return nil
}

// SubscribeOrder delivers the seq of the newest change of an order until close is called. Once it returns no change is missed,
// as long as Redis is there; while it is away the channel is silent, afterwards it goes on. However many pages are open, this
// process has one subscription.
func (c *Cache) SubscribeOrder(ctx context.Context, orderID string) (changes <-chan int64, closeFn func()) {
	return c.subscribe(ctx, orderID)
}

// SubscribeStep delivers the seq of the state that a step of an order, or of the plan of a line, has made. It is SubscribeOrder in all
// else.
func (c *Cache) SubscribeStep(ctx context.Context, id, step string) (written <-chan int64, closeFn func()) {
	return c.subscribe(ctx, topicOf(id, step))
}

func (c *Cache) subscribe(ctx context.Context, topic string) (changes <-chan int64, closeFn func()) {
	page := make(chan int64, 1)
	c.changes.add(topic, page)
	c.changes.listen(ctx, c.redis)
	return page, func() { c.changes.remove(topic, page) }
}

// topicOf hides the step's id: it is its caller's repeat key, with which an answer can be asked for again.
func topicOf(orderID, step string) string {
	if step == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(orderID + " " + step))
	return hex.EncodeToString(sum[:16])
}

// orderChanges hands what one subscription hears on to the pages that are open in this process.
type orderChanges struct {
	start        sync.Once
	subscription *redis.PubSub

	mu    sync.Mutex
	pages map[string]map[chan int64]struct{} // by order, or by topic of a step
}

// listen subscribes when the first page opens. The confirmation may fail to come; it is then tried again in the background.
func (o *orderChanges) listen(ctx context.Context, client *redis.Client) {
	o.start.Do(func() {
		ctx = context.WithoutCancel(ctx) // it outlives the page that came first
		o.subscription = client.Subscribe(ctx, ordersChannel)
		_, _ = o.subscription.ReceiveTimeout(ctx, answerWithin)
		go o.forward(o.subscription.Channel())
	})
}

// stop ends the subscription, or sees to it that there never is one.
func (o *orderChanges) stop() {
	o.start.Do(func() {})
	if o.subscription != nil {
		_ = o.subscription.Close() // the connection is given up either way
	}
}

func (o *orderChanges) forward(messages <-chan *redis.Message) {
	for message := range messages {
		orderID, rest, _ := strings.Cut(message.Payload, " ")
		seq, step, _ := strings.Cut(rest, " ")
		if n, err := strconv.ParseInt(seq, 10, 64); err == nil { // else it is not ours
			o.offer(orderID, n)
			o.offer(step, n)
		}
	}
}

// offer never waits: a page that is slow finds the newest change, not each of them.
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
		page <- newest // there is room for one, and nobody else writes
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
