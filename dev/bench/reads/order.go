package reads

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"

	"selfcare/api/server/middleware"
	"selfcare/dev/customer"
)

const orderSession = "X-Order-Session"

// bareOrder is the same answer, made of the plain row.
type bareOrder struct {
	State    json.RawMessage
	Personal []byte
}

// Order is a customer's order, read with its session: one row has both, here as in the product.
func Order(c *customer.Customer, db *pgxpool.Pool) (*Pair, error) {
	read := func(ctx fiber.Ctx) error {
		shown, ok := middleware.TokenHash(ctx.Get(orderSession))
		if !ok {
			return fiber.ErrForbidden
		}
		var found bareOrder
		var session []byte
		err := db.QueryRow(ctx.Context(), "SELECT state, personal, session FROM orders WHERE id = $1", c.Order.Id).
			Scan(&found.State, &found.Personal, &session)
		if err != nil {
			return fmt.Errorf("read order: %w", err)
		}
		if subtle.ConstantTimeCompare(shown, session) != 1 {
			return errors.Join(fiber.ErrForbidden, errors.New("another session"))
		}
		return ctx.JSON(found)
	}
	header := http.Header{}
	header.Set(orderSession, c.Session)
	return Open(c.HTTP, c.Base+"/orders/"+c.Order.Id, header, read)
}
