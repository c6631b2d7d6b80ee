package store_test

import (
	"context"
)

var ctx = context.Background()
