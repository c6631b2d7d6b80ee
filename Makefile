# make help lists the targets. Everything is built into bin/ and web/dist, each only when its sources changed.

export CGO_ENABLED ?= 0
# A checkout owned by another user must not stop a build.
export GOFLAGS += -buildvcs=false
export NPM_CONFIG_FUND = false
export NPM_CONFIG_AUDIT = false
export NPM_CONFIG_UPDATE_NOTIFIER = false

GO_FILES := go.mod go.sum $(shell find activities api cmd dev internal migrations worker workflows -type f -not -name '*_test.go' -not -path '*/testdata/*')
WEB_FILES := $(shell find web/src web/build web/public web/index.html web/vite.config.ts web/tsconfig.json web/package.json -type f 2>/dev/null)
MODULES := web/node_modules/.installed
LINTERS := bin/golangci-lint bin/workflowcheck bin/deadcode
# Where goroutines share memory the race detector runs too; it needs a C compiler.
CONCURRENT := ./api/... ./internal/cache/... ./dev/devstack/... ./internal/flow/... ./internal/gateway/... \
	./internal/platform/... ./dev/simulator/... ./internal/store/... ./worker/...
# Thousands of requests one after another: no goroutines to watch, and slow under the detector.
ONE_BY_ONE := ^(TestHostileInput|TestAMegabyte|TestNoMadeUpRequest)
RACE := $(shell command -v cc >/dev/null 2>&1 && echo yes)
# The version of the workers. A tree with changes says so; the program then adds a hash of itself.
COMMIT := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo development)$(shell test -z "$$(git status --porcelain 2>/dev/null)" || echo -dirty)
REPORTS := .reports

.DEFAULT_GOAL := help
.PHONY: sbom help run build test test-all check histories lint lint-go lint-api lint-web size house fmt gen gen-check test-go test-web test-race test-outage e2e record replay bench lighthouse examples fuzz fuzz-contract demo coverage coverage-check reset clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## start everything on this machine and print the addresses
	@exec bin/devstack

build: bin/devstack bin/selfcare bin/simulator bin/temporal web/dist/index.html

test: gen-check lint histories size test-go replay test-web e2e coverage-check ## everything that CI runs: every journey of the browser once

test-all: export JOURNEYS = all
test-all: test ## the same with every journey in every language and on every width of its row

check: gen-check lint histories size house ## generation, linters, types, recorded histories, size of the scripts, layout, waits, privacy

# --- programs ---------------------------------------------------------------------------------------------------

bin/%: $(GO_FILES)
	go build -trimpath -ldflags "-X selfcare/cmd/selfcare/app.commit=$(COMMIT)" -o $@ ./cmd/$*

bin/temporal: tools/temporal/go.mod tools/temporal/go.sum
	@echo "Building the Temporal server once; this takes a few minutes."
	go -C tools/temporal build -o ../../$@ github.com/temporalio/cli/cmd/temporal

bin/oapi-codegen: tools/gen/go.mod tools/gen/go.sum
	go -C tools/gen build -o ../../$@ github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen

bin/golangci-lint: tools/lint/go.mod tools/lint/go.sum
	@echo "Building the linters once; this takes a few minutes."
	go -C tools/lint build -o ../../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

bin/workflowcheck: tools/lint/go.mod tools/lint/go.sum
	go -C tools/lint build -o ../../$@ go.temporal.io/sdk/contrib/tools/workflowcheck

bin/deadcode: tools/lint/go.mod tools/lint/go.sum
	go -C tools/lint build -o ../../$@ golang.org/x/tools/cmd/deadcode

bin/cyclonedx-gomod: tools/sbom/go.mod tools/sbom/go.sum
	go -C tools/sbom build -o ../../$@ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod

bin/gotestsum: tools/test/go.mod tools/test/go.sum
	go -C tools/test build -o ../../$@ gotest.tools/gotestsum

$(MODULES): web/package.json web/package-lock.json
	npm --prefix web ci --no-progress --loglevel=error
	@touch $@

web/dist/index.html: $(MODULES) $(WEB_FILES)
	npm --prefix web run --silent build -- --logLevel warn
	@touch $@

# --- generated files --------------------------------------------------------------------------------------------

gen: bin/oapi-codegen $(MODULES) ## regenerate what is generated from the contract and the configuration
	npm --prefix web run --silent gen:server
	cd api && ../bin/oapi-codegen -config oapi-codegen.yaml .server.yaml && ../bin/oapi-codegen -config oapi-codegen-spec.yaml openapi.yaml
	npm --prefix web run --silent gen
	go run ./cmd/selfcare env > .env.example.new && mv .env.example.new .env.example

gen-check: bin/oapi-codegen $(MODULES)
	@tools/check-generated.sh

# --- looking at the code ----------------------------------------------------------------------------------------

lint: lint-go lint-api lint-web ## linters, types, code that nothing uses

lint-go: $(LINTERS)
	bin/golangci-lint run ./...
	go vet -tags outage,record ./dev/devstack ./workflows
	bin/workflowcheck ./workflows/...
	go mod tidy -diff
	tools/deadcode.sh

lint-api: $(MODULES)
	@REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npm --prefix web run --silent lint:api

lint-web: $(MODULES)
	npm --prefix web run --silent lint
	npm --prefix web run --silent typecheck

size: web/dist/index.html # scripts and styles of each page against their budgets
	@npm --prefix web run --silent size

fmt: bin/golangci-lint $(MODULES) ## format everything
	bin/golangci-lint fmt ./...
	npm --prefix web run --silent fmt

# --- tests ------------------------------------------------------------------------------------------------------

test-go: bin/gotestsum bin/temporal $(MODULES) ## Go tests, with the race detector where goroutines share memory
	@mkdir -p $(REPORTS)
	@rm -f $(REPORTS)/go.xml $(REPORTS)/race.xml $(REPORTS)/one.xml
	bin/gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg --junitfile $(REPORTS)/go.xml -- $(if $(RACE),$$(go list ./... | grep -vxFf <(go list $(CONCURRENT))),./...)
ifeq ($(RACE),yes)
	CGO_ENABLED=1 bin/gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg --junitfile $(REPORTS)/race.xml -- -race -timeout 30m -skip '$(ONE_BY_ONE)' $(CONCURRENT)
	bin/gotestsum --format pkgname-and-test-fails --format-hide-empty-pkg --junitfile $(REPORTS)/one.xml -- -run '$(ONE_BY_ONE)' ./api/server
else
	@echo "No C compiler: the race detector was left out."
endif

test-outage: bin/temporal $(MODULES) ## 80 orders while the database takes no writes for 25 s; minutes
	go test -tags outage -count=1 -v -run TestOutage ./dev/devstack

record: bin/temporal ## record the histories anew after an intended change of a workflow that has not shipped
	go test -count=1 -timeout 40m -tags record -run TestRecord ./workflows/
	tools/histories.sh seal

house: $(MODULES) # sizes of types, folders, files and functions; waits; care of each personal field; messages of commits
	@tools/house.sh

histories: # are they as recorded, and the released ones all there
	@tools/histories.sh check

replay: bin/selfcare ## replay the recorded histories against today's workflows
	bin/selfcare replay
	tools/branches.sh

test-web: $(MODULES) ## unit tests of the web app
	@mkdir -p $(REPORTS)
	@rm -f $(REPORTS)/web.xml
	npm --prefix web run --silent test -- --reporter=default --reporter=junit --outputFile.junit=../$(REPORTS)/web.xml

e2e: build ## end-to-end tests in a browser, on a stack of their own
	@mkdir -p $(REPORTS)
	@rm -f $(REPORTS)/e2e.xml
	tools/e2e.sh

coverage: ## write docs/coverage.md, what of the specification the reports of `make test` prove
	go run ./cmd/coverage

coverage-check: # the reports prove what docs/coverage.md says, and no less than before
	go run ./cmd/coverage --check

bin/devstack-in-clear: $(GO_FILES) tools/in-clear.sh
	tools/in-clear.sh

bench: build bin/devstack-in-clear ## measure, and write docs/benchmarks.md; ONLY=P4,P5 for some
	go run ./cmd/bench $(if $(ONLY),--only $(ONLY))

lighthouse: build ## what Lighthouse says of the pages on a phone, median of five, beside a bare page; RUNS=1 for a quick look; half an hour
	tools/lighthouse.sh

examples: $(MODULES) ## record the examples of the contract anew, from answers to the tests of the server
	go test -count=1 -timeout 20m ./api/server -args -examples $(CURDIR)/api/examples/examples.json

fuzz: ## every parser under made-up input, FUZZ_TIME=5m each; FUZZ=Voucher for those of that name
	tools/fuzz.sh

CASES ?= 200
fuzz-contract: $(MODULES) ## made-up requests of every operation of the contract, CASES=200 each; SEED=n repeats a run, OPERATION=payOrder is for one
	@mkdir -p .bench
	go test -count=1 -timeout 60m -v -run TestNoMadeUpRequest ./api/server -args -cases $(CASES) -raw $(CURDIR)/.bench/S12.json $(if $(SEED),-contract-seed $(SEED)) $(if $(OPERATION),-operation $(OPERATION))

comma := ,
chaos: bin/temporal $(MODULES) ## parts of a stack die under orders; ONLY=R1,R2,R3,R5,P13,R17 for some, SEED=n repeats one; each up to 20 minutes
	@tools/chaos.sh $(subst $(comma), ,$(ONLY))

BILLS ?= 10000
KILLS ?= 9
billing-run: bin/temporal $(MODULES) ## a cycle of BILLS=10000 bills while KILLS=9 workers are killed: none missed or doubled, no gap; SEED=n repeats one; up to 15 minutes
	@mkdir -p .bench
	go test -count=1 -timeout 20m -v -run TestBillRun ./dev/billrun -args -lines $(BILLS) -kills $(KILLS) -allowed 15m -raw $(CURDIR)/.bench/bills.json $(if $(SEED),-seed $(SEED))

KIND ?= sim
demo: ## walk the public API of a running stack; KIND=sim, esim, sim-cancelled, esim-cancelled, sim-port, esim-port, sim-replacement, esim-replacement, multisim, recharge, voucher, plan-switch, scheduled-switch, renewal, deactivation, port-out, auto-recharge, transfer, invoice, vas, game, bundle, activate-later, gift
	go run ./cmd/demo --kind $(KIND)

sbom: bin/cyclonedx-gomod ## what the product is made of, with licences: CycloneDX in .reports/sbom-go.json and .reports/sbom-web.json
	@mkdir -p $(REPORTS)
	bin/cyclonedx-gomod app -json -licenses -main cmd/selfcare -output $(REPORTS)/sbom-go.json .
	npm --prefix web sbom --package-lock-only --sbom-format cyclonedx --omit dev > $(REPORTS)/sbom-web.json

# --- leaving ----------------------------------------------------------------------------------------------------

reset: ## forget all data of devstack
	rm -rf .devstack .e2e

clean: reset ## forget everything built, too
	rm -rf bin web/dist web/node_modules $(REPORTS)

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
